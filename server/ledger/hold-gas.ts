import { sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import type { TenantCtx } from '@/server/ctx'
import { ApiError, MESSAGES } from '@/server/errors'
import { formatUsd } from '@/server/money/usd'
import { actorName } from './actor-name'
import { readBalance } from './read-balance'

/**
 * Reserves the worst-case gas of a transaction that is about to be accepted, in its own database transaction. The caller inserts the row
 * with the same `fee_hold_micros`; from then on `raiseHold` and `settleGas` keep the row's fee columns.
 * Locks the business's balance until commit. Throws payment_required with what is needed and available, having changed nothing, when the balance is short.
 */
export async function holdGas(
  ctx: Pick<TenantCtx, 'db' | 'businessId' | 'actor'>,
  { transactionId, micros }: { transactionId: string; micros: bigint },
): Promise<void> {
  if (micros < 0n) throw new Error('a hold cannot be negative')
  if (micros === 0n) return
  // The row of `available` is the lock of a business's ledger: every verb takes it first.
  const entries = await ctx.db.execute(sql`
    with covered as (
      select business_id from ledger_accounts
      where business_id = ${ctx.businessId} and kind = 'available' and balance_micros >= ${micros.toString()}::numeric
      for update
    ), journal as (
      insert into ledger_journals (id, business_id, kind, transaction_id, reason, created_by)
      select ${newId()}::uuid, business_id, 'hold', ${transactionId}::uuid, 'Worst-case gas', ${actorName(ctx.actor)} from covered
      returning id, business_id
    )
    insert into ledger_entries (journal_id, business_id, kind, amount_micros)
    select j.id, j.business_id, leg.kind, leg.sign * ${micros.toString()}::numeric
    from journal j, (values ('available', -1), ('reserved', 1)) as leg(kind, sign)
    returning 1`)
  if (entries.length === 0) throw await tooLittle(ctx, micros)
}

/** The refusal with its figures: the balance of this moment, which may be another one than what was too little. */
async function tooLittle(ctx: Pick<TenantCtx, 'db' | 'businessId'>, micros: bigint): Promise<ApiError> {
  const { available: availableUsd } = await readBalance(ctx)
  return new ApiError('payment_required', MESSAGES.insufficientGas, {
    data: { neededUsd: formatUsd(micros), availableUsd },
  })
}
