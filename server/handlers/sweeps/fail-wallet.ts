import { and, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { type SweepWalletRow, sweepWallets } from '@/db/schema'
import { SWEEP_RETRY_MINUTES } from '@/schemas/sweeps/words'

type Failed = Pick<SweepWalletRow, 'ruleId' | 'walletId' | 'failures'>

const MINUTE_MS = 60_000
/** The maximum length of a stored reason. */
const MAX_REASON = 500

/**
 * Counts a failure of a wallet, in the caller's transaction, which has locked its row: it is due again later each time,
 * and held at the fourth in a row. The job reports those that are held.
 */
export async function failWallet(db: Database, failed: Failed, reason: string, now: Date): Promise<void> {
  const { ruleId, walletId, failures } = failed
  const waitMinutes = SWEEP_RETRY_MINUTES[failures]
  const next =
    waitMinutes === undefined
      ? { state: 'HELD' as const }
      : { state: 'DUE' as const, dueAt: new Date(now.getTime() + waitMinutes * MINUTE_MS) }
  await db
    .update(sweepWallets)
    .set({ ...next, failures: failures + 1, reason: reason.slice(0, MAX_REASON), reportedAt: null, updatedAt: now })
    .where(and(eq(sweepWallets.ruleId, ruleId), eq(sweepWallets.walletId, walletId)))
}
