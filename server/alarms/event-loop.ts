import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { oncePerProcess } from '@/db/once-per-process'
import { alarms, heartbeats } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { recordHeartbeat } from './heartbeat'
import { raiseAlarm } from './raise-alarm'
import type { Watcher } from './watcher'

/** Above this p99 an alarm opens, since about every hundredth turn of the process starts that late. */
const MAX_LAG_MS = 200
const PERCENTILE = 99
const NS_PER_MS = 1_000_000
/** The histogram measures the time between its ticks; this is the time without a delay. */
const RESOLUTION_MS = 20
/** One alarm for all processes: its message has the figure of the process that raised it. */
const CAUSE = { kind: 'event_loop_slow', chainId: null, subject: 'event loop' } as const
/** When a process was last slow. */
const SLOW = 'event-loop-slow'
/** Three checks found none. */
const QUICK_AFTER_MS = 50_000

type Lag = { histogram: IntervalHistogram; lastMs: number }

const lag = () =>
  oncePerProcess('event-loop-lag', (): Lag => {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    histogram.enable()
    return { histogram, lastMs: 0 }
  })

/**
 * The delay of this process's event loop (p99, milliseconds): of the last measured span, or of the current one if it is
 * worse.
 */
export function readLagMs(): number {
  const { histogram, lastMs } = lag()
  return Math.max(lastMs, lagOf(histogram))
}

/** Measures the span since the last check. Alarms operators where the process was slow. */
export async function watchLag(ctx: WorkerCtx): Promise<void> {
  const state = lag()
  state.lastMs = lagOf(state.histogram)
  state.histogram.reset()
  await reportLag(ctx, state.lastMs)
}

/** Raises the alarm of a process that is so late. */
export async function reportLag(ctx: WorkerCtx, lagMs: number): Promise<void> {
  if (lagMs <= MAX_LAG_MS) return
  await recordHeartbeat(ctx, SLOW)
  const message = `The event loop of a process is ${lagMs} ms late (p99): every request to it waits`
  await raiseAlarm(ctx.db, { ...CAUSE, message })
}

function lagOf(histogram: IntervalHistogram): number {
  if (histogram.count === 0) return 0
  return Math.max(0, Math.round(histogram.percentile(PERCENTILE) / NS_PER_MS) - RESOLUTION_MS)
}

/** The alarm closes once no process was slow for three checks, even if the slow one was killed. */
export const eventLoopWatcher: Watcher = {
  name: 'event loop',
  kinds: [CAUSE.kind],
  async findCauses({ db, now }) {
    const lately = new Date(now().getTime() - QUICK_AFTER_MS)
    const open = await db
      .select({ message: alarms.message })
      .from(alarms)
      .innerJoin(heartbeats, and(eq(heartbeats.name, SLOW), gt(heartbeats.beatAt, lately)))
      .where(and(eq(alarms.kind, CAUSE.kind), isNull(alarms.closedAt)))
    return open.map(({ message }) => ({ ...CAUSE, message }))
  },
}
