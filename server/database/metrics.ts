import type { Pool, PoolUsage } from '@/db/pool'
import { defineGauge, type MetricArea, type Sample } from '@/server/metrics/metric'
import { pools } from './pools'

const MAX_POOLS = 8

const connections = defineGauge({
  name: 'slipway_database_connections',
  help: 'Connections for transactions that are open, and those of them that are taken',
  labels: ['pool', 'state'],
  maxSeries: 2 * MAX_POOLS,
})
const waiting = defineGauge({
  name: 'slipway_database_waiting',
  help: 'Callers that wait for a connection, and statements without an answer yet',
  labels: ['pool', 'for'],
  maxSeries: 2 * MAX_POOLS,
})
const waits = defineGauge({
  name: 'slipway_database_waits_total',
  help: 'How often a caller had to wait for a connection',
  labels: ['pool'],
  maxSeries: MAX_POOLS,
  kind: 'counter',
})
const waited = defineGauge({
  name: 'slipway_database_wait_seconds_total',
  help: 'How long callers waited for a connection, all together',
  labels: ['pool'],
  maxSeries: MAX_POOLS,
  kind: 'counter',
})

/** The pools of this process, from its memory. */
export const databaseArea: MetricArea = {
  readings: [{ name: 'database', metrics: [connections, waiting, waits, waited], keptMs: 0, read: readPools }],
}

function readPools(): Sample[] {
  const { app, worker, operator, readers, operatorReaders } = pools()
  const all: [string, readonly Pool[]][] = [
    ['app', [app]],
    ['worker', [worker]],
    ['operator', [operator]],
    ['readers', readers.pipes.map(({ pool }) => pool)],
    ['operator_readers', operatorReaders.pipes.map(({ pool }) => pool)],
  ]
  return all.flatMap(([pool, parts]) => {
    const usages = parts.map((part) => part.usage())
    const sum = (field: (usage: PoolUsage) => number) => usages.reduce((total, usage) => total + field(usage), 0)
    return [
      connections.of(
        { pool, state: 'open' },
        sum(({ open }) => open),
      ),
      connections.of(
        { pool, state: 'taken' },
        sum(({ taken }) => taken),
      ),
      waiting.of(
        { pool, for: 'connection' },
        sum((usage) => usage.waiting),
      ),
      waiting.of(
        { pool, for: 'answer' },
        sum(({ unanswered }) => unanswered),
      ),
      waits.of(
        { pool },
        sum((usage) => usage.waits),
      ),
      waited.of({ pool }, sum(({ waitedMs }) => waitedMs) / 1_000),
    ]
  })
}
