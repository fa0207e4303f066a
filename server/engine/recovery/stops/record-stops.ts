import { oncePerProcess } from '@/db/once-per-process'
import type { WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { isRecovering } from '@/server/recovery/is-recovering'
import { isLater, keyOf } from '@/server/recovery/stop'
import { applyStops, listStops, SLACK_MS, stopsFolder } from './apply-stops'
import { appendStops, forgetStopFiles, readStops } from './stop-files'

const memory = () => oncePerProcess('recorded-stops', () => ({ lookedAt: 0, hasApplied: false }))

/**
 * Keeps outside the database what was stopped and what was lifted, and stops again what a restored backup let through:
 * with the first turn of a process, and during a recovery. Files are never changed or removed. Call it every 10
 * seconds. Does nothing without RESTORE_MARK_FILE, beside which they are, or where that cannot be reached: the log says
 * so then.
 */
export async function recordStops(ctx: WorkerCtx, file = env().RESTORE_MARK_FILE): Promise<void> {
  if (file === undefined) return
  const folder = stopsFolder(file)
  const kept = await readStops(folder)
  if (kept === null) return
  const lookedAt = ctx.now().getTime()
  // A clock that was ahead says nothing about what happened until it is reached again.
  const from = memory().lookedAt > lookedAt ? 0 : memory().lookedAt
  const found = await listStops(ctx, { since: new Date(Math.max(0, from - SLACK_MS)) })
  const news = found.filter((entry) => isLater(entry, kept.get(keyOf(entry))))
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
