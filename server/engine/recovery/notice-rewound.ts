import { oncePerProcess } from '@/db/once-per-process'
import { advanceEpoch, readEpoch } from '@/server/alarms/epoch'
import type { WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { readMarkFile, writeMarkFile } from '@/server/recovery/mark-file'
import { enterRestored } from './enter-restored'

const memory = () => oncePerProcess('highest-epoch', () => ({ epoch: null as number | null }))

/**
 * Begins a recovery where the database's count is lower than the one this process saw, or than the one kept outside:
 * the database went back to a backup, in the same Postgres too. Then brings the count on. Call it at the start, before
 * anything is sent, and every 10 seconds.
 */
export async function noticeRewound(ctx: WorkerCtx, file = env().RESTORE_MARK_FILE): Promise<void> {
  // Before the database is asked: what is remembered was committed there.
  const remembered = Math.max(memory().epoch ?? 0, file === undefined ? 0 : ((await readMarkFile(file)) ?? 0))
  if (((await readEpoch(ctx)) ?? 0) < remembered) {
    const message = 'The database is older than it was: nothing is sent until its chains were compared with it.'
    await enterRestored({ cause: 'rewound', message })
  }
  const epoch = await advanceEpoch(ctx, remembered)
  memory().epoch = epoch
  if (file !== undefined) await writeMarkFile(file, epoch)
}

/** As a process that just started. */
export function forgetEpoch(): void {
  memory().epoch = null
}
