import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { isEligibleTransaction, readRows, type TransactionSelection } from '@/server/engine/isolate-rows'
import { loadSigners, type Signer } from './load-signers'
import type { Lane } from './open-lanes'

const units = z.string().transform((text) => BigInt(text))

export const queuedRow = z.object({
  id: z.string(),
  /** The id of its execution on chain. */
  intentId: z.string(),
  businessId: z.string(),
  type: z.string(),
  walletId: z.string(),
  laneWalletId: z.string(),
  toAddress: z.string(),
  tokenAddress: z.string().nullable(),
  callData: z.string().nullable(),
  amountUnits: units,
  /** The decimals of the moved asset. */
  decimals: z.number(),
  gasLimit: units.nullable(),
  feeHoldMicros: units,
  gasBudgetMicros: units,
  nativePriceE8: units.nullable(),
})

/** A queued transaction with what signing it needs. */
export type Queued = z.infer<typeof queuedRow> & {
  /** The wallet whose assets move. */
  owner: Signer
  /** The wallet whose nonce it uses: the owner, or a relayer. */
  sender: Signer
}

/** A row of `transactions t`, as `queuedRow` reads it. */
export const QUEUED_COLUMNS =
  sql.raw(`t.id, coalesce(t.intent_id, t.id) as "intentId", t.business_id as "businessId", t.type, t.wallet_id as "walletId", t.lane_wallet_id as "laneWalletId",
  t.to_address as "toAddress", t.token_address as "tokenAddress", t.call_data as "callData", t.amount_units::text as "amountUnits",
  t.decimals, t.gas_limit::text as "gasLimit", t.fee_hold_micros::text as "feeHoldMicros", t.native_price_e8::text as "nativePriceE8",
  t.gas_budget_micros::text as "gasBudgetMicros"`)

/**
 * The next queued transactions of the lanes, by lane, oldest first, up to the free window of each lane. Skips those of
 * suspended projects, so that they delay no other owner of the lane.
 */
export async function loadQueue(
  ctx: WorkerCtx,
  chain: Chain,
  lanes: Lane[],
  { inFlight, only }: { inFlight: (walletId: string) => number; only: TransactionSelection },
): Promise<Map<string, Queued[]>> {
  const rooms = lanes.map((lane) => ({
    wallet_id: lane.walletId,
    room: Math.max(0, chain.laneWindow - inFlight(lane.walletId)),
  }))
  const answer = await ctx.db.execute(sql`
    select q.* from jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) as l(wallet_id uuid, room int)
    cross join lateral (
      select ${QUEUED_COLUMNS} from transactions t
      where t.chain_id = ${chain.chainId} and t.lane_wallet_id = l.wallet_id and t.stage = 'queued' and t.status = 'PENDING'
        and ${isOwnerActive('t')} and ${isEligibleTransaction('t', ctx, only)}
      order by t.created_at, t.id limit l.room
    ) q`)
  const rows = readRows(queuedRow, answer, { now: ctx.now, chainId: chain.chainId })
  const signerOf = await loadSigners(
    ctx,
    rows.flatMap((row) => [row.walletId, row.laneWalletId]),
  )
  const queue = new Map<string, Queued[]>(lanes.map((lane) => [lane.walletId, []]))
  for (const row of rows)
    queue.get(row.laneWalletId)?.push({ ...row, owner: signerOf(row.walletId), sender: signerOf(row.laneWalletId) })
  return queue
}
