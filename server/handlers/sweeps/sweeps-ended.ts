import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { sweepRules, sweeps, sweepWallets, type TransactionRow } from '@/db/schema'
import { sweepRulesDue } from '@/inngest/events'
import { SWEEP_OUTDATED } from '@/server/chains/shortage-texts'
import { wake } from '@/server/waking/wake'
import { failWallet } from './fail-wallet'

/** The wait before a wallet whose sweep was outdated is checked again. */
const RETRY_MS = 10_000

type Ending = { ended: readonly TransactionRow[]; now: Date }

/**
 * Applies the end of sweeps of rules. A swept wallet is checked again if its rule sweeps on arrival. A wallet whose
 * sweep failed is tried later, or held. A sweep that was outdated when its turn came does not count as a failure.
 */
export async function endRuleSweeps(db: Database, { ended, now }: Ending): Promise<void> {
  const byId = new Map(ended.flatMap((row) => (row.sweepRuleId === null ? [] : [[row.id, row]])))
  if (byId.size === 0) return
  const open = await db
    .select({ sweep: sweeps, at: sweepRules.at })
    .from(sweeps)
    .innerJoin(sweepRules, eq(sweepRules.id, sweeps.ruleId))
    .where(and(inArray(sweeps.transactionId, [...byId.keys()]), eq(sweeps.state, 'OPEN')))
    .orderBy(asc(sweeps.ruleId), asc(sweeps.walletId))
    .for('update', { of: sweeps })
  for (const { sweep, at } of open) {
    const row = byId.get(sweep.transactionId)
    if (!row) continue
    const isDone = row.status === 'COMPLETED'
    await db
      .update(sweeps)
      .set({ state: isDone ? 'DONE' : 'FAILED', endedAt: now })
      .where(eq(sweeps.id, sweep.id))
    const own = and(
      eq(sweepWallets.ruleId, sweep.ruleId),
      eq(sweepWallets.walletId, sweep.walletId),
      eq(sweepWallets.state, 'OPEN'),
    )
    const [wallet] = await db.select().from(sweepWallets).where(own).for('update')
    if (!wallet) continue
    if (row.error === SWEEP_OUTDATED)
      await db
        .update(sweepWallets)
        .set({ state: 'DUE', reason: row.error, dueAt: new Date(now.getTime() + RETRY_MS) })
        .where(own)
    else if (!isDone) await failWallet(db, wallet, row.error ?? 'The transaction failed', now)
    else if (at === null)
      await db.update(sweepWallets).set({ state: 'DUE', failures: 0, reason: null, dueAt: now }).where(own)
    else await db.delete(sweepWallets).where(own)
  }
  if (open.length > 0) wake(sweepRulesDue, {})
}
