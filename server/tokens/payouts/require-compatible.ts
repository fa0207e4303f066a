import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { tokenOperations, tokenPayouts, tokens } from '@/db/schema'
import { refusal } from '@/server/errors'
import type { PayoutRow } from '../operations/plan'
import type { ProjectCtx } from '../require-token'
import { REDEMPTION_INDEX } from '../words'

/**
 * Refuses what would pay the same interest twice: a principal that is paid back as of a day has what accrued until then with it, and a coupon that comes
 * due later has it too. Call it in the transaction that opens the operation: of one token they come one after the other. Throws conflict.
 */
export async function requireCompatible(
  { db, businessId }: ProjectCtx,
  { tokenId, index, payDate }: Pick<PayoutRow, 'tokenId' | 'index' | 'payDate'>,
): Promise<void> {
  const own = and(eq(tokens.businessId, businessId), eq(tokens.id, tokenId))
  await db.select({ id: tokens.id }).from(tokens).where(own).for('no key update')
  const isAgainst =
    index === REDEMPTION_INDEX
      ? and(ne(tokenPayouts.index, REDEMPTION_INDEX), gt(tokenPayouts.payDate, payDate))
      : and(eq(tokenPayouts.index, REDEMPTION_INDEX), sql`${tokenPayouts.payDate} < ${payDate}`)
  const [open] = await db
    .select({ id: tokenOperations.id, day: tokenPayouts.payDate })
    .from(tokenOperations)
    .innerJoin(tokenPayouts, eq(tokenPayouts.id, tokenOperations.payoutId))
    .where(
      and(
        eq(tokenOperations.businessId, businessId),
        eq(tokenOperations.tokenId, tokenId),
        eq(tokenOperations.status, 'PENDING'),
        isAgainst,
      ),
    )
    .limit(1)
  if (!open) return
  const what = index === REDEMPTION_INDEX ? 'A coupon that is due' : 'The principal'
  throw refusal('operation_open', { message: `${what} as of ${open.day} is being paid by operation ${open.id}` })
}
