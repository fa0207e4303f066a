import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenPayouts } from '@/db/schema'
import type { TokenRow } from '@/server/tokens/operations/plan'
import type { FoundPayment } from './find-payments'
import { readRecordUnits } from './read-record-units'
import { recordLines } from './record-paid'

type Recording = { token: TokenRow; found: readonly FoundPayment[]; now: Date }

/**
 * Records the payments of coupons that a recovery found on the cluster, each holder once. Call it after the balances at
 * their record times are stored, in the same transaction. Returns the number of webhook messages written to the outbox.
 */
export async function recordFoundPayments(db: Database, { token, found, now }: Recording): Promise<number> {
  if (found.length === 0) return 0
  const indices = [...new Set(found.map(({ index }) => index))]
  const payouts = await db
    .select()
    .from(tokenPayouts)
    .where(and(eq(tokenPayouts.tokenId, token.id), inArray(tokenPayouts.index, indices)))
    .orderBy(asc(tokenPayouts.index))
    .for('update')
  let messages = 0
  for (const payout of payouts) {
    const holders = await readRecordUnits(db, { token, payout })
    const own = found.filter(({ index }) => index === payout.index)
    const paid = holders.flatMap(({ address, units, isPaid }) => {
      const payment = isPaid ? undefined : own.find(({ isTo }) => isTo(address))
      return payment ? [{ address, units, txHash: payment.txHash, paidAt: payment.paidAt }] : []
    })
    const basisUnits = payout.basisUnits ?? holders.reduce((sum, { units }) => sum + units, 0n)
    messages += await recordLines(db, { token, payout, paid, basisUnits, now })
  }
  return messages
}
