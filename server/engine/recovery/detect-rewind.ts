import { advanceEpoch, readEpoch } from '@/server/alarms/epoch'
import type { WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { knownDatabase, rememberDatabase } from '@/server/recovery/known-database'
import { readMarkFile, writeMarkFile } from '@/server/recovery/mark-file'
import { beginRestoreRecovery } from './begin-restore-recovery'

/**
 * Begins a recovery if the epoch of the database is lower than the one this process saw, or the one in the mark file.
 * Then the database was set back to a backup, maybe in the same Postgres. Then increments the epoch. Call it at the
 * start, before anything is sent, and every 10 seconds.
 */
export async function detectRewind(ctx: WorkerCtx, file = env().RESTORE_MARK_FILE): Promise<void> {
  // Read before the database, because both remember only committed epochs.
  const remembered = Math.max(knownDatabase().epoch ?? 0, file === undefined ? 0 : ((await readMarkFile(file)) ?? 0))
  if (((await readEpoch(ctx)) ?? 0) < remembered) {
    const message = 'The database is older than it was: nothing is sent until its chains were compared with it.'
    await beginRestoreRecovery({ cause: 'rewound', message })
  }
  const epoch = await advanceEpoch(ctx, remembered)
  rememberDatabase({ epoch })
  if (file !== undefined) await writeMarkFile(file, epoch)
}
