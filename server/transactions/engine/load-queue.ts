import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import type { Lane } from './open-lanes'

const units = z.string().transform((text) => BigInt(text))

const queuedRow = z.object({
  id: z.uuid(),
  businessId: z.uuid(),
  walletId: z.uuid(),
  seedId: z.uuid(),
  type: z.string(),
  fromAddress: z.string(),
  addressIndex: z.number(),
  toAddress: z.string(),
  tokenAddress: z.string().nullable(),
  amountUnits: units,
})
/** A queued transaction with what signing it needs. */
export type Queued = z.infer<typeof queuedRow>

const inFlightRow = z.object({
  walletId: z.uuid(),
  count: z.number(),
  /** Worst-case fees plus native amounts of what is signed and not mined. */
  nativeUnits: units,
  tokens: z.record(z.string(), units),
})
/** What a lane has out there: already spent as far as planning goes, though no block shows it yet. */
export type InFlight = z.infer<typeof inFlightRow>

/** The next queued transactions of the lanes, oldest first, as many as each lane's window has room for. */
export async function loadQueue(
  { db }: WorkerCtx,
  chain: Chain,
  lanes: Lane[],
  inFlight: Map<string, InFlight>,
): Promise<Map<string, Queued[]>> {
  const wanted = lanes.map((lane) => ({
    wallet_id: lane.walletId,
    room: Math.max(0, chain.laneWindow - (inFlight.get(lane.walletId)?.count ?? 0)),
  }))
  const rows = await db.execute(sql`
    select q.* from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as l(wallet_id uuid, room int)
    cross join lateral (
      select t.id, t.business_id as "businessId", t.wallet_id as "walletId", w.seed_id as "seedId", t.type,
        t.from_address as "fromAddress", t.address_index as "addressIndex", t.to_address as "toAddress",
        t.token_address as "tokenAddress", t.amount_units::text as "amountUnits"
      from transactions t join wallets w on w.id = t.wallet_id
      where t.chain_id = ${chain.chainId} and t.lane_wallet_id = l.wallet_id and t.stage = 'queued' and t.status = 'PENDING'
      order by t.created_at, t.id limit l.room
    ) q`)
  const queue = new Map<string, Queued[]>(lanes.map((lane) => [lane.walletId, []]))
  for (const row of z.array(queuedRow).parse([...rows])) queue.get(row.walletId)?.push(row)
  return queue
}

/** Sums of the signed but unmined transactions of the lanes. */
export async function loadInFlight({ db }: WorkerCtx, chainId: number, lanes: Lane[]): Promise<Map<string, InFlight>> {
  const walletIds = JSON.stringify(lanes.map((lane) => lane.walletId))
  const rows = await db.execute(sql`
    with open as (
      select t.wallet_id, t.token_address, t.amount_units,
        coalesce((select max(a.gas_limit * a.max_fee_per_gas) from transaction_attempts a where a.transaction_id = t.id), 0) as worst_fee
      from transactions t
      where t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')
        and t.wallet_id in (select value::uuid from jsonb_array_elements_text(${walletIds}::jsonb))
    )
    select wallet_id as "walletId", count(*)::int as count,
      sum(worst_fee + case when token_address is null then amount_units else 0 end)::text as "nativeUnits",
      coalesce((select jsonb_object_agg(s.token_address, s.units) from (
        select o.token_address, sum(o.amount_units)::text as units from open o
        where o.wallet_id = open.wallet_id and o.token_address is not null group by 1) s), '{}'::jsonb) as tokens
    from open group by wallet_id`)
  return new Map(
    z
      .array(inFlightRow)
      .parse([...rows])
      .map((row) => [row.walletId, row]),
  )
}
