import { eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { type Currency, type PlatformAccount, paymentArrivals, paymentSweeps, type TransactionRow } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { Posting } from '@/server/ledger/post-journals'
import { postJournals } from '@/server/ledger/post-journals'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

type Ending = { chain: Chain; ended: readonly TransactionRow[]; now: Date }
type SweepRow = typeof paymentSweeps.$inferSelect

/**
 * Applies the end of sweeps from addresses of payments: an amount that moved is booked, once, and one that did not move
 * may be swept again.
 */
export async function endSweeps(db: Database, { ended, now }: Ending): Promise<void> {
  const ids = ended.map(({ id }) => id)
  const sweeps = await db.select().from(paymentSweeps).where(inArray(paymentSweeps.transactionId, ids)).for('update')
  const postings: Posting[] = []
  for (const sweep of sweeps) {
    const row = ended.find(({ id }) => id === sweep.transactionId)
    if (!row || sweep.state !== 'OPEN') continue
    const isDone = row.status === 'COMPLETED'
    const units = isDone ? row.amountUnits : sweep.units
    await db
      .update(paymentSweeps)
      .set({ state: isDone ? 'DONE' : 'FAILED', units, endedAt: now })
      .where(eq(paymentSweeps.id, sweep.id))
    if (!isDone) await db.update(paymentArrivals).set({ sweepId: null }).where(eq(paymentArrivals.sweepId, sweep.id))
    // A rescued amount was never in the books.
    if (isDone && sweep.kind === 'SWEEP') postings.push(toPosting(sweep, row))
  }
  await postJournals(db, postings)
}

function toPosting({ chainId, tokenAddress }: SweepRow, { id, amountUnits, txHash }: TransactionRow): Posting {
  const currency: Currency = `${chainId}:${tokenAddress ?? ''}`
  const [from, to]: [PlatformAccount, PlatformAccount] = [`chain.${chainId}_deposits`, `chain.${chainId}`]
  return {
    journal: {
      id: newId(),
      businessId: PLATFORM_BUSINESS_ID,
      kind: 'sweep',
      reference: { type: 'transaction', id },
      reason: `Swept by ${txHash ?? id}`,
      createdBy: 'system:sweep',
    },
    legs: [
      { currency, kind: from, units: amountUnits },
      { currency, kind: to, units: -amountUnits },
    ],
  }
}
