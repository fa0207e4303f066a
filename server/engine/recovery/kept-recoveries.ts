import { oncePerProcess } from '@/db/once-per-process'
import type { WorkerCtx } from '@/server/ctx'
import { copyRecoveries } from '@/server/custody/copy-recoveries'
import { callSigner } from '@/server/custody/remote/call-signer'
import { statusAnswer } from '@/server/custody/remote/wire'
import { env } from '@/server/env'
import { logger } from '@/server/logger'
import type { FirstIndex } from '@/server/recovery/first-indices'
import { holdsSeeds } from '@/server/separate-signer'
import { stopsFolder } from './stops/apply-stops'
import { readStops } from './stops/stop-files'

const warned = () => oncePerProcess('kept-recoveries', () => ({ isWarned: false }))

/**
 * Stores the recoveries of the database in SEED_COPY_DIR. Returns all that are stored there and next to
 * RESTORE_MARK_FILE. An unreachable folder counts as empty, which is logged once.
 */
export async function readKeptRecoveries(ctx: WorkerCtx): Promise<FirstIndex[]> {
  const copies = await copyRecoveries(ctx)
  if (copies.lacking > 0 && holdsSeeds()) warn(new Error(copies.reason))
  else warned().isWarned = false
  return [...copies.kept, ...(await ofSigner()), ...(await ofMarkFile())]
}

/** A separate signer has the folder, and the app may have none. */
async function ofSigner(): Promise<FirstIndex[]> {
  if (holdsSeeds()) return []
  try {
    return statusAnswer.parse(await callSigner('status', {})).recoveryCopies.kept
  } catch (error) {
    logger().warn({ err: error }, 'the signer does not return earlier recoveries')
    return []
  }
}

async function ofMarkFile(): Promise<FirstIndex[]> {
  const file = env().RESTORE_MARK_FILE
  const stored = file === undefined ? null : await readStops(stopsFolder(file))
  return [...(stored?.values() ?? [])].flatMap(({ kind, subject, at }) =>
    kind === 'recovery' ? [{ firstIndex: Number(subject), since: new Date(at) }] : [],
  )
}

function warn(error: Error): void {
  if (!warned().isWarned) logger().warn({ err: error }, 'a recovery cannot be kept in SEED_COPY_DIR')
  warned().isWarned = true
}
