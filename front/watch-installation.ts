import { setTimeout as wait } from 'node:timers/promises'
import { WATCHERS } from '@/registry/watchers'
import { watchLag } from '@/server/alarms/event-loop'
import { flushWorkFaults } from '@/server/alarms/flush-work-faults'
import { claimInterval } from '@/server/alarms/heartbeat'
import { runWatchers } from '@/server/alarms/run-watchers'
import { flushUnknownErrors } from '@/server/alarms/unknown-errors'
import { reportUnreadableHop } from '@/server/alarms/unreadable-hops'
import { notifyChannels } from '@/server/channels/notify-channels'
import { workerCtx } from '@/server/ctx'
import { recordStops } from '@/server/engine/recovery/stops/record-stops'
import { logger } from '@/server/logger'
import { watchDatabase, watchRestore } from './detect-restore'

const EVERY_MS = 15_000
const MARK_EVERY_MS = 10_000

/**
 * Runs the watchers every 15 seconds, in one process at a time, and sends what they find. It also compares the database
 * with its chains and with what each process and the files outside remember. It is not a job, because a silent job
 * engine is one of the things to notice. Ends with the signal.
 */
export async function watchInstallation(signal: AbortSignal): Promise<void> {
  await Promise.all([
    keepPolling(signal, poll),
    keepPolling(signal, notify),
    keepPolling(signal, () => watchRestore(workerCtx())),
    keepPolling(signal, () => watchDatabase(workerCtx()), MARK_EVERY_MS),
    keepPolling(signal, () => recordStops(workerCtx()), MARK_EVERY_MS),
  ])
}

async function keepPolling(signal: AbortSignal, work: () => Promise<void>, everyMs = EVERY_MS): Promise<void> {
  while (!signal.aborted) {
    // Without the database nothing can be recorded; /readyz reports that.
    await work().catch((error: unknown) => logger().warn({ err: error }, 'the watchers could not look'))
    await wait(everyMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

async function poll(): Promise<void> {
  const ctx = workerCtx()
  // First: `/healthz` reports the lag also while nothing can be written.
  await watchLag(ctx)
  await flushUnknownErrors(ctx)
  await flushWorkFaults(ctx)
  await reportUnreadableHop(ctx)
  // A little early: the clocks of two turns need not agree to the millisecond.
  if (await claimInterval(ctx, { name: 'watchers', everyMs: EVERY_MS - 1_000 })) await runWatchers(ctx, WATCHERS)
}

async function notify(): Promise<void> {
  const ctx = workerCtx()
  if (await claimInterval(ctx, { name: 'alarm channels', everyMs: EVERY_MS - 1_000 })) await notifyChannels(ctx)
}
