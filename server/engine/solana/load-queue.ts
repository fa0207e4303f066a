import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { isEligibleTransaction, readRows, type TransactionSelection } from '@/server/engine/isolate-rows'
import { maySend } from '@/server/recovery/is-recovering'
import { executionSignature } from './recovery/attach-found'

const units = z.string().transform((text) => BigInt(text))

/** A row of `transactions t` and `wallets w`, as `COLUMNS` reads it with what `loadQueue` adds. */
export const queuedRow = z.object({
  id: z.uuid(),
  /** The id of its execution on chain. */
  intentId: z.string(),
  /** The transaction that executed it before, unknown to the database since a backup was restored; null for none. */
  executedBy: z.string().nullable(),
  businessId: z.uuid(),
  type: z.string(),
  walletId: z.uuid(),
  seedId: z.uuid(),
  fromAddress: z.string(),
  addressIndex: z.number(),
  toAddress: z.string(),
  tokenAddress: z.string().nullable(),
  amountUnits: units,
  /** The instructions of a call of programs. */
  callData: z.string().nullable(),
  /** The decimals of the moved asset. */
  decimals: z.number(),
  isCancelled: z.boolean(),
  /** Signature of the attempt that expired for certain; null for one that was never signed. */
  expired: z.string().nullable(),
  /** Micro-lamports per compute unit the expired attempt offered. */
  expiredPrice: units.nullable(),
})
/** A transfer to be signed, with what signing it needs. */
export type Queued = z.infer<typeof queuedRow>

/** The maximum that one turn prepares. */
const ROWS_PER_TURN = 200

export const COLUMNS = sql`t.id, coalesce(t.intent_id, t.id) as "intentId", ${executionSignature('t')} as "executedBy", t.business_id as "businessId", t.type, t.wallet_id as "walletId", w.seed_id as "seedId", t.from_address as "fromAddress",
  t.address_index as "addressIndex", t.to_address as "toAddress", t.token_address as "tokenAddress", t.call_data as "callData",
  t.amount_units::text as "amountUnits", t.decimals, t.cancel_requested_at is not null as "isCancelled"`

/**
 * The next queued transfers: the first of every wallet, then the second of every wallet, and so on, so that no burst
 * delays the others. Up to the free window of each wallet; without paused wallets and suspended projects.
 */
export async function loadQueue(ctx: WorkerCtx, chain: Chain, only: TransactionSelection = null): Promise<Queued[]> {
  const rows = await ctx.db.execute(sql`
    with flying as (
      select wallet_id, count(*)::int as count from transactions
      where chain_id = ${chain.chainId} and status = 'PENDING' and stage in ('signed', 'broadcast') group by 1
    ), queued as (
      select q.id, q.wallet_id, row_number() over (partition by q.wallet_id order by q.created_at, q.id) as position
      from transactions q where q.chain_id = ${chain.chainId} and q.status = 'PENDING' and q.stage = 'queued' and q.type in ('TRANSFER', 'SWEEP', 'DEPLOY', 'TOKEN_OPERATION')
        and ${maySend()} and ${isOwnerActive('q')} and ${isEligibleTransaction('q', ctx, only)}
    )
    select ${COLUMNS}, null as expired, null as "expiredPrice"
    from queued join transactions t on t.id = queued.id join wallets w on w.id = t.wallet_id
      left join flying on flying.wallet_id = t.wallet_id
      left join lanes on lanes.chain_id = t.chain_id and lanes.wallet_id = t.wallet_id
    where queued.position <= ${chain.laneWindow} - coalesce(flying.count, 0) and (lanes.not_before is null or lanes.not_before <= now())
    order by queued.position, t.created_at, t.id limit ${ROWS_PER_TURN}`)
  return readRows(queuedRow, rows, { now: ctx.now, chainId: chain.chainId })
}

/** Loads transfers whose current attempt expired for certain: its signature must still be the current one. */
export async function loadExpired(
  ctx: WorkerCtx,
  chain: Chain,
  { signatures, only }: { signatures: readonly string[]; only: TransactionSelection },
): Promise<Queued[]> {
  if (signatures.length === 0) return []
  const rows = await ctx.db.execute(sql`
    select ${COLUMNS}, a.tx_hash as expired, a.max_priority_fee_per_gas::text as "expiredPrice"
    from transactions t join wallets w on w.id = t.wallet_id
      join transaction_attempts a on a.chain_id = t.chain_id and a.tx_hash = t.tx_hash
    where t.chain_id = ${chain.chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')
      and t.tx_hash in (select value from jsonb_array_elements_text(${JSON.stringify(signatures)}::jsonb))
      and ${maySend()} and ${isEligibleTransaction('t', ctx, only)}
    order by t.created_at, t.id`)
  return readRows(queuedRow, rows, { now: ctx.now, chainId: chain.chainId })
}
