import { type SQL, sql } from 'drizzle-orm'
import { secondsOf } from '@/server/tokens/chain-day'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'

/**
 * The last block with an event of a token before a coupon's record time; -1 if there is none. The record time is the
 * one on chain, even if someone else recorded it, because the contract pays no other holders.
 */
export function recordBlock(
  { id }: Pick<TokenRow, 'id'>,
  { index, payDate }: Pick<PayoutRow, 'index' | 'payDate'>,
): SQL {
  const recorded = sql`(
    select (r.args->>'recordTime')::bigint from token_events r
    where r.token_id = ${id} and r.name = 'CouponRecorded' and r.args->>'index' = ${String(index)} limit 1)`
  return sql`(
    select coalesce(max(e.block_number), -1) from token_events e
    where e.token_id = ${id} and e.block_time <= coalesce(${recorded}, ${secondsOf(payDate) - 1}))`
}
