import { isNull } from 'drizzle-orm'
import { recoveries } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { inOperator, workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { isRecovering } from '@/server/recovery/is-recovering'
import { listLost } from '@/server/recovery/lost-transactions'
import { forgetShares } from '@/server/sponsorship/sponsorship.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { addSkippedWallets } from '@/server/wallets/add-skipped-wallets'
import { beginRestoreRecovery } from './begin-restore-recovery'
import { executeDecision } from './decide-repeated'
import { snapshotChains } from './snapshot-chains'
import { openStops } from './stops/stop-world.test-data'

const MAX_WAITS = 40

/** Backups of a test's database with the stops outside of it, and their restores as a restarted process sees them. */
export function openRestores(database: { readonly url: string }) {
  const stops = openStops()
  /** Stops may say that more wallets are missing, and wallets that were added may have been stopped. */
  async function takeTurn(applyStops: () => Promise<void>): Promise<void> {
    await applyStops()
    while (!(await addSkippedWallets(workerCtx())));
    await stops.record()
  }
  let backup: Awaited<ReturnType<typeof takeBackup>> | null = null
  return {
    /** Applies stops as a process that just started. */
    restart: () => stops.restart(),
    async backup(): Promise<void> {
      backup = await takeBackup(database.url)
    },
    /** Restores the last backup and begins a recovery. Returns false if there is no backup. */
    async restore(): Promise<boolean> {
      if (!backup) return false
      await stops.record()
      await backup.restore()
      forgetCaches()
      forgetShares()
      await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
      await takeTurn(stops.restart)
      return true
    },
    /**
     * Ends the recovery as an operator does who accepts what the backup lacks, once the chains are level. `wait` is
     * called between two comparisons.
     */
    async end(wait: () => Promise<unknown> = async () => {}): Promise<void> {
      if (!(await isRecovering())) return
      for (let waits = 0; waits < MAX_WAITS && !(await areChainsLevel()); waits += 1) await wait()
      if (!(await areChainsLevel())) throw new Error('a chain did not become level')
      // Every process applies the stops that a compared chain allows within 10 seconds.
      await takeTurn(stops.record)
      await endRecoveries()
      forgetCaches()
    },
    /** Decides as operators for all held transactions that the chain has them: a client has sent each request once. */
    async resolveHeld(): Promise<boolean> {
      const held = await listLost(workerCtx().db, 'held')
      for (const { heldId } of held) {
        const decision = { transactionId: heldId ?? '', decision: 'sent' as const, reason: 'the client asked once' }
        await inOperator(anyOperator(), (ctx) => executeDecision(ctx, decision))
      }
      return held.length > 0
    },
    /** Before the steps of a run: forgets what an earlier one left. */
    async begin(): Promise<void> {
      backup = null
      await endRecoveries()
      forgetCaches()
    },
  }
}
export type Restores = ReturnType<typeof openRestores>

/** From here on the open recovery begins again later than the clock of the test, as each one does at its restore. */
export async function beginLast(): Promise<void> {
  const enteredAt = new Date(Date.now() + MS_PER_DAY)
  await workerCtx().db.update(recoveries).set({ enteredAt }).where(isNull(recoveries.leftAt))
}

async function areChainsLevel(): Promise<boolean> {
  await snapshotChains(workerCtx())
  const rows = await workerCtx()
    .db.select({ findings: recoveries.findings, leftAt: recoveries.leftAt })
    .from(recoveries)
  return rows.every(({ findings, leftAt }) => leftAt !== null || findings.every(({ state }) => state === 'level'))
}
