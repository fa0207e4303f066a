import { and, eq, lt, ne } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenPayouts, tokens } from '@/db/schema'
import { REDEMPTION_INDEX } from '@/schemas/tokens/words'
import type { PayoutRow } from '@/server/tokens/operations/plan'
import { isRecordRead } from './is-record-read'
import { readRecordUnits } from './read-record-units'

type Closing = { chainId: number; day: string; now: Date }

/**
 * Marks coupons without holders as paid, because no transaction will, and they must not be in default. Waits for the
 * end of their grace period, when our index has read their record time. Returns the changed coupons.
 */
export async function closeCouponsWithoutHolders(db: Database, { chainId, day, now }: Closing): Promise<PayoutRow[]> {
  const due = await db
    .select({ token: tokens, payout: tokenPayouts })
    .from(tokenPayouts)
    .innerJoin(tokens, eq(tokens.id, tokenPayouts.tokenId))
    .where(
      and(
        eq(tokens.chainId, chainId),
        eq(tokenPayouts.status, 'RECORDED'),
        ne(tokenPayouts.index, REDEMPTION_INDEX),
        lt(tokenPayouts.graceEnd, day),
      ),
    )
    .orderBy(tokenPayouts.id)
  const closed: PayoutRow[] = []
  for (const { token, payout } of due) {
    // Reads of other tokens may be ahead of this one.
    if (!(await isRecordRead(db, { token, payout }))) continue
    const holders = await readRecordUnits(db, { token, payout })
    if (holders.length > 0) continue
    const [row] = await db
      .update(tokenPayouts)
      .set({ status: 'PAID', basisUnits: 0n, updatedAt: now })
      .where(and(eq(tokenPayouts.id, payout.id), eq(tokenPayouts.status, 'RECORDED')))
      .returning()
    if (row) closed.push(row)
  }
  return closed
}
