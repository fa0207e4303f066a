import { oncePerProcess } from '@/db/once-per-process'
import type { WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { isRecovering } from '@/server/recovery/is-recovering'
import { isLater, keyOf } from '@/server/recovery/stop'
import { applyStops, listStops, SLACK_MS, stopsFolder } from './apply-stops'
import { appendStops, forgetStopFiles, readStops } from './stop-files'

const memory = () => oncePerProcess('recorded-stops', () => ({ lookedAt: 0, hasApplied: false }))

/**
 * Records stops and their ends outside of the database, and reapplies stops that a restored backup lacks: in the first
 * turn of a process, and during a recovery. Files are never changed or removed. Call it every 10 seconds. The files are
 * next to RESTORE_MARK_FILE. Does nothing without that variable, or if the folder is unreachable, which is logged.
 */
export async function recordStops(ctx: WorkerCtx, file = env().RESTORE_MARK_FILE): Promise<void> {
  if (file === undefined) return
  const folder = stopsFolder(file)
  const stored = await readStops(folder)
  if (stored === null) return
  const lookedAt = ctx.now().getTime()
  // Entries of a clock that was ahead do not count until their time is reached.
  const from = memory().lookedAt > lookedAt ? 0 : memory().lookedAt
  const found = await listStops(ctx, { since: new Date(Math.max(0, from - SLACK_MS)) })
  const news = found.filter((entry) => isLater(entry, stored.get(keyOf(entry))))
  if (news.length === 0 || (await appendStops(folder, news))) memory().lookedAt = lookedAt
  const isOpen = await isRecovering()
  if (memory().hasApplied && !isOpen) return
  await applyStops(ctx, file)
  // Repeated after a recovery: cancelled transactions wait for a comparison of their chain, or for its end.
  memory().hasApplied = !isOpen
}

/** As a process that just started. */
export function forgetStops(): void {
  Object.assign(memory(), { lookedAt: 0, hasApplied: false })
  forgetStopFiles()
}
