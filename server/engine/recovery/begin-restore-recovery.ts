import type { RecoveryCause } from '@/schemas/recovery/words'
import { inWorker, workerCtx } from '@/server/ctx'
import { pauseRestoredRules } from '@/server/handlers/sweeps/pause-restored-rules'
import { revokeEverySession } from '@/server/people/revoke-every-session'
import { enterRecovery, renewRecovery } from '@/server/recovery/enter-recovery'
import { forgetRecovery } from '@/server/recovery/is-recovering'
import { stopEveryExport } from '@/server/seed-exports/end-export'
import { skipIndices } from '@/server/wallets/skip-indices'
import { applyStops } from './stops/apply-stops'

/**
 * Begins the recovery of a database that is older than its chains. Skips address indices that may be in use already,
 * ends all sessions, stops exports of seeds, pauses sweep rules, and applies the stops that are kept outside. An open
 * recovery may be part of the backup, so it begins again; it does so no more for chains that are ahead, since it
 * compares them. Returns whether a recovery began.
 */
export async function beginRestoreRecovery(input: {
  cause: Exclude<RecoveryCause, 'stopped'>
  message: string
}): Promise<boolean> {
  const isEntered = await inWorker(async (ctx) => {
    const isNew = await enterRecovery(ctx, input)
    const isRenewed = !isNew && input.cause !== 'chain_ahead'
    if (isRenewed) await renewRecovery(ctx, input)
    if (isNew || isRenewed) {
      await skipIndices(ctx)
      await revokeEverySession(ctx)
      await stopEveryExport(ctx)
      await pauseRestoredRules(ctx)
    }
    return isNew || isRenewed
  })
  forgetRecovery()
  if (isEntered) await applyStops(workerCtx())
  return isEntered
}
