import { inWorker, workerCtx } from '@/server/ctx'
import { pauseRestoredRules } from '@/server/handlers/sweeps/pause-restored-rules'
import { revokeEverySession } from '@/server/people/revoke-every-session'
import { enterRecovery, renewRecovery } from '@/server/recovery/enter-recovery'
import { recordFirstIndex } from '@/server/recovery/first-indices'
import { type DueRecovery, dueRecovery, forgetRecovery, holdUntilOpen } from '@/server/recovery/is-recovering'
import { claimStep } from '@/server/recovery/steps'
import { stopEveryExport } from '@/server/seed-exports/end-export'
import { recountReservations } from '@/server/sponsorship/recount-reservations'
import { skipIndices } from '@/server/wallets/skip-indices'
import { readKeptRecoveries } from './kept-recoveries'
import { applyStops } from './stops/apply-stops'
import { recordLostRecoveries } from './stops/record-lost-recoveries'

/**
 * Begins the recovery of a database that is older than its chains, and prepares it. An open recovery may be part of the
 * backup, so it begins again. Chains that are ahead do not restart it, because the recovery compares them. Returns
 * whether a recovery began. If it throws, nothing is sent all the same: by no process once the recovery is open, before
 * that not by this one.
 */
export async function beginRestoreRecovery(input: DueRecovery): Promise<boolean> {
  // Committed before anything else that can fail.
  const isEntered = await holdUntilOpen(input, () =>
    inWorker(async (ctx) => {
      const isNew = await enterRecovery(ctx, input)
      const isRenewed = !isNew && input.cause !== 'chain_ahead'
      if (isRenewed) await renewRecovery(ctx, input)
      return isNew || isRenewed
    }),
  )
  forgetRecovery()
  await prepareRecovery()
  if (isEntered) await applyStops(workerCtx())
  return isEntered
}

/** Begins the recovery that this process noticed and could not open. */
export async function beginDueRecovery(): Promise<void> {
  const due = dueRecovery()
  if (due) await beginRestoreRecovery(due)
}

/**
 * Once for each beginning of a recovery: skips address indices that may be in use already, ends all sessions, stops
 * exports of seeds, counts reserved gas again and pauses sweep rules. Indices are skipped again once earlier recoveries
 * are found that the backup lacks. Each turn of the recovery calls it first, so that a preparation that failed is done
 * before the recovery can end.
 */
export async function prepareRecovery(): Promise<void> {
  const copies = await readKeptRecoveries(workerCtx())
  await inWorker(async (ctx) => {
    // Recorded first: indices are skipped beyond those that were handed out after earlier restores.
    const hasLost = await recordLostRecoveries(ctx, copies)
    const isDue = await claimStep(ctx, 'recovery-prepared')
    if (isDue || hasLost) await recordFirstIndex(ctx, await skipIndices(ctx))
    if (!isDue) return
    await revokeEverySession(ctx)
    await stopEveryExport(ctx)
    await recountReservations(ctx)
    await pauseRestoredRules(ctx)
  })
  // Stored outside of the database before any later index is handed out: nothing is created during a recovery.
  await readKeptRecoveries(workerCtx())
}
