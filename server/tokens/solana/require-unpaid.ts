import { and, eq, inArray } from 'drizzle-orm'
import { tokenPayoutLines } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import type { OperationRow, PlannedItem } from '@/server/tokens/operations/plan'

/**
 * Refuses a payment that was planned before another payment ended and that would pay a holder twice. Call it after the
 * row of the operation is inserted; a payout has one open operation at a time. Throws conflict.
 */
export async function requireUnpaid(
  { db, businessId }: TenantCtx,
  { payoutId }: OperationRow,
  items: readonly PlannedItem[],
): Promise<void> {
  if (payoutId === null || items.length === 0) return
  const addresses = items.map(({ address }) => address)
  const [paid] = await db
    .select({ address: tokenPayoutLines.address })
    .from(tokenPayoutLines)
    .where(
      and(
        eq(tokenPayoutLines.businessId, businessId),
        eq(tokenPayoutLines.payoutId, payoutId),
        inArray(tokenPayoutLines.address, addresses),
      ),
    )
    .limit(1)
  if (paid) throw refusal('operation_open', { message: 'Another payment of this coupon ended meanwhile: ask again' })
}
