import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkerCtx } from '@/server/ctx'
import type { Lane } from './open-lanes'

const units = z.string().transform((text) => BigInt(text))

const feesRow = z.object({ walletId: z.uuid(), count: z.number(), worstFees: units, minedFees: units })
/** What a lane carries: `worstFees` of what is signed and not mined, `minedFees` paid by what is mined and not final. */
export type InFlight = z.infer<typeof feesRow>

const amountsRow = z.object({
  walletId: z.uuid(),
  count: z.number(),
  nativeUnits: units,
  tokens: z.record(z.string(), units),
})
/** What an owner has on the way out: spent as far as planning goes, though no block shows it yet. */
export type Leaving = z.infer<typeof amountsRow>

/** Fees of the lanes' signed transactions, by lane. */
export async function loadInFlight({ db }: WorkerCtx, chainId: number, lanes: Lane[]): Promise<Map<string, InFlight>> {
  const rows = await db.execute(sql`
    select t.lane_wallet_id as "walletId", count(*) filter (where t.stage <> 'mined')::int as count,
      coalesce(sum(w.fee) filter (where t.stage <> 'mined'), 0)::text as "worstFees",
      coalesce(sum(t.fee_wei) filter (where t.stage = 'mined'), 0)::text as "minedFees"
    from transactions t left join lateral (
      select max(a.gas_limit * a.max_fee_per_gas) as fee from transaction_attempts a where a.transaction_id = t.id
    ) w on true
    where t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast', 'mined')
      and t.lane_wallet_id in (select value::uuid from jsonb_array_elements_text(${idsOf(lanes)}::jsonb))
    group by 1`)
  return byWallet(z.array(feesRow).parse([...rows]))
}

/** Amounts of the wallets' signed but unmined transactions, whichever lane carries them, by owner. */
export async function loadLeaving(
  { db }: WorkerCtx,
  chainId: number,
  owners: { walletId: string }[],
): Promise<Map<string, Leaving>> {
  const rows = await db.execute(sql`
    with open as (
      select t.wallet_id, t.token_address, t.amount_units from transactions t
      where t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')
        and t.wallet_id in (select value::uuid from jsonb_array_elements_text(${idsOf(owners)}::jsonb))
    )
    select wallet_id as "walletId", count(*)::int as count,
      sum(case when token_address is null then amount_units else 0 end)::text as "nativeUnits",
      coalesce((select jsonb_object_agg(s.token_address, s.units) from (
        select o.token_address, sum(o.amount_units)::text as units from open o
        where o.wallet_id = open.wallet_id and o.token_address is not null group by 1) s), '{}'::jsonb) as tokens
    from open group by wallet_id`)
  return byWallet(z.array(amountsRow).parse([...rows]))
}

function idsOf(wallets: { walletId: string }[]): string {
  return JSON.stringify([...new Set(wallets.map((wallet) => wallet.walletId))])
}

function byWallet<T extends { walletId: string }>(rows: T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.walletId, row]))
}
