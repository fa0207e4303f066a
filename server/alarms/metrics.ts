import { count, isNull } from 'drizzle-orm'
import { alarms } from '@/db/schema'
import { ALARM_KINDS, WORKS } from '@/schemas/alarms/words'
import { workerCtx } from '@/server/ctx'
import { DATABASE_KEPT_MS, defineCounter, defineGauge, defineHistogram, type MetricArea } from '@/server/metrics/metric'
import { readLagMs } from './event-loop'
import { findWorkFaults } from './find-work-faults'

const WORK_NAMES = Object.keys(WORKS)

/** `well`; `waits`: it met a fault and retries on its own schedule; `failed`: the job engine starts it again. */
export type RunOutcome = 'well' | 'waits' | 'failed'

export const workRuns = defineCounter({
  name: 'slipway_work_runs_total',
  help: 'Runs of workers and steps of other jobs, by how they ended',
  labels: ['work', 'outcome'],
  maxSeries: 3 * WORK_NAMES.length,
})
export const workSeconds = defineHistogram({
  name: 'slipway_work_seconds',
  help: 'How long a run of a worker or a step of another job takes',
  labels: ['work'],
  maxSeries: WORK_NAMES.length,
  bounds: [0.1, 0.5, 1, 5, 15, 30, 60],
})
const faults = defineGauge({
  name: 'slipway_work_faults',
  help: 'What workers and jobs wait for since a fault, over all processes',
  labels: ['work'],
  maxSeries: WORK_NAMES.length,
})
const open = defineGauge({
  name: 'slipway_alarms_open',
  help: 'Open alarms by kind, over all processes',
  labels: ['kind'],
  maxSeries: ALARM_KINDS.length,
})
const lag = defineGauge({
  name: 'nodejs_eventloop_lag_p99_seconds',
  help: 'How late the process gets to its work (p99 of the last 15 s)',
  labels: [],
  maxSeries: 1,
})

/** Work, its faults and the alarms. Each kind that has none reports 0, so that a rule sees it end. */
export const alarmArea: MetricArea = {
  recorded: [workRuns, workSeconds],
  readings: [
    { name: 'event_loop', metrics: [lag], keptMs: 0, read: () => [lag.of({}, readLagMs() / 1_000)] },
    {
      name: 'work_faults',
      metrics: [faults],
      keptMs: DATABASE_KEPT_MS,
      read: async () => {
        const current = await findWorkFaults(workerCtx())
        return WORK_NAMES.map((work) => faults.of({ work }, current.filter(({ name }) => name === work).length))
      },
    },
    {
      name: 'alarms',
      metrics: [open],
      keptMs: DATABASE_KEPT_MS,
      read: async () => {
        const { db } = workerCtx()
        const rows = await db
          .select({ kind: alarms.kind, total: count() })
          .from(alarms)
          .where(isNull(alarms.closedAt))
          .groupBy(alarms.kind)
        return ALARM_KINDS.map((kind) => open.of({ kind }, rows.find((row) => row.kind === kind)?.total ?? 0))
      },
    },
  ],
}
