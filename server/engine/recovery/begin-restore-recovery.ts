import type { RecoveryCause } from '@/schemas/recovery/words'
import { inWorker } from '@/server/ctx'
import { revokeEverySession } from '@/server/people/revoke-every-session'
import { enterRecovery } from '@/server/recovery/enter-recovery'
import { forgetRecovery } from '@/server/recovery/is-recovering'
import { stopEveryExport } from '@/server/seed-exports/end-export'
import { skipIndices } from '@/server/wallets/skip-indices'

/**
 * Begins the recovery of a database that is older than its chains. Skips address indices that may be in use already,
 * ends all sessions and stops exports of seeds. Does nothing while a recovery is open. Returns whether it began one.
 */
export async function beginRestoreRecovery(input: {
  cause: Exclude<RecoveryCause, 'stopped'>
  message: string
}): Promise<boolean> {
  const isEntered = await inWorker(async (ctx) => {
    const isNew = await enterRecovery(ctx, input)
    if (isNew) {
      await skipIndices(ctx)
      await revokeEverySession(ctx)
      await stopEveryExport(ctx)
    }
    return isNew
  })
  forgetRecovery()
  return isEntered
}
