import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { isEligibleTransaction, readRows, type TransactionSelection } from '@/server/engine/isolate-rows'
import { worstFeeOf } from './load-in-flight'

const units = z.string().transform((text) => BigInt(text))

const attempt = z.object({
  id: z.string(),
  hash: z.string(),
  raw: z.string(),
  reason: z.enum(['first', 'bump', 'cancel', 'resign', 'found']),
  outcome: z.enum(['unsent', 'accepted', 'rejected', 'unknown']),
  detail: z.string().nullable(),
  sends: z.number(),
  gasLimit: units,
  maxFeePerGas: units,
  maxPriorityFeePerGas: units,
  ageMs: z.number(),
})

const stuckRow = z.object({
  id: z.string(),
  businessId: z.string(),
  laneWalletId: z.string(),
  senderAddress: z.string(),
  nonce: z.number(),
  isHead: z.boolean(),
  /** A transaction that another business pays for waits behind it in its lane. */
  delaysOthers: z.boolean(),
  type: z.string(),
  toAddress: z.string(),
  callData: z.string().nullable(),
  cancelRequested: z.boolean(),
  speedUpRequested: z.boolean(),
  needsOperator: z.string().nullable(),
  nativePriceE8: units.nullable(),
  gasBudgetMicros: units,
  /** The transaction that pays for a delegation. */
  servedTransactionId: z.string().nullable(),
  isFloatReturn: z.boolean(),
  /** Its gas may be paid only from the platform's coins in its wallet. */
  isPaidFromFloat: z.boolean(),
  /** The highest possible cost of its most expensive attempt, because any attempt may be the one that is mined. */
  worstUnits: units,
  /** Newest first; never empty. */
  attempts: z.array(attempt).min(1),
})
export type StuckRow = z.infer<typeof stuckRow>

const MAX_LOADED = 500

/**
 * Signed transactions that no block contains and that were not sent for a while, or that have a cancel or speed-up
 * request. With all their attempts; lowest nonces first.
 */
export async function loadStuck(ctx: WorkerCtx, chain: Chain, only: TransactionSelection = null): Promise<StuckRow[]> {
  const quietMs = Math.max(3 * chain.blockTimeMs, 3_000)
  const rows = await ctx.db.execute(sql`
    with open as (
      select t.*, coalesce(s.business_id, t.business_id) as payer_id, t.nonce = min(t.nonce) over (partition by t.lane_wallet_id) as is_head
      from transactions t left join transactions s on s.id = t.served_transaction_id
      where t.chain_id = ${chain.chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')
    )
    select o.id, o.business_id as "businessId", o.lane_wallet_id as "laneWalletId", o.sender_address as "senderAddress",
      o.nonce::int as nonce, o.is_head as "isHead",
      exists (select 1 from open b where b.lane_wallet_id = o.lane_wallet_id and b.nonce > o.nonce and b.payer_id <> o.payer_id)
        or exists (select 1 from transactions b where b.chain_id = o.chain_id and b.lane_wallet_id = o.lane_wallet_id and b.stage = 'queued'
          and b.status = 'PENDING' and b.business_id <> o.payer_id) as "delaysOthers", o.type, o.to_address as "toAddress", o.call_data as "callData",
      o.cancel_requested_at is not null as "cancelRequested",
      coalesce(o.speed_up_requested_at > f.newest_at, false) as "speedUpRequested", o.needs_operator as "needsOperator",
      o.native_price_e8::text as "nativePriceE8", o.gas_budget_micros::text as "gasBudgetMicros",
      case when o.type = 'DELEGATE' then o.served_transaction_id end as "servedTransactionId",
      o.type = 'FLOAT_RETURN' as "isFloatReturn", o.lane_wallet_id = o.wallet_id
        and (o.type = 'FLOAT_RETURN' or (o.signer_type <> 'PLATFORM' and ${chain.gasPolicy === 'debited'})) as "isPaidFromFloat",
      f.worst::text as "worstUnits", (
        select jsonb_agg(jsonb_build_object('id', a.id, 'hash', a.tx_hash, 'raw', encode(a.raw_transaction, 'hex'), 'reason', a.reason,
          'outcome', a.outcome, 'detail', a.outcome_detail, 'sends', a.sends, 'gasLimit', a.gas_limit::text,
          'maxFeePerGas', a.max_fee_per_gas::text, 'maxPriorityFeePerGas', a.max_priority_fee_per_gas::text,
          'ageMs', extract(epoch from now() - a.created_at) * 1000) order by a.created_at desc, a.id desc)
        from transaction_attempts a where a.transaction_id = o.id
      ) as attempts
    from open o cross join lateral (
      select max(a.created_at) as newest_at, max(${worstFeeOf('a')}) as worst, max(coalesce(a.last_sent_at, a.created_at)) as sent_at
      from transaction_attempts a where a.transaction_id = o.id
    ) f
    where ${isEligibleTransaction('o', ctx, only)} and (f.sent_at < now() - make_interval(secs => ${quietMs / 1_000})
      or coalesce(o.speed_up_requested_at > f.newest_at, false)
      or (o.cancel_requested_at is not null and o.cancel_requested_at > f.newest_at))
    order by o.lane_wallet_id, o.nonce limit ${MAX_LOADED}`)
  return readRows(stuckRow, rows, { now: ctx.now, chainId: chain.chainId })
}
