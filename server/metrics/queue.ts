import { DATABASE_KEPT_MS, defineGauge, type Reading } from './metric'

const depth = defineGauge({
  name: 'slipway_queue_depth',
  help: 'Rows that wait in a queue',
  labels: ['queue'],
  maxSeries: 20,
})
const oldest = defineGauge({
  name: 'slipway_queue_oldest_seconds',
  help: 'How long the oldest row of a queue waits',
  labels: ['queue'],
  maxSeries: 20,
})

type Queue = { queue: string; depth: number; since: Date | null }

/** How many rows wait in queues of an area, and since when. */
export function queueReading(name: string, read: () => Promise<readonly Queue[]>): Reading {
  return {
    name,
    metrics: [depth, oldest],
    keptMs: DATABASE_KEPT_MS,
    read: async () =>
      (await read()).flatMap(({ queue, depth: rows, since }) => [
        depth.of({ queue }, rows),
        oldest.of({ queue }, since === null ? 0 : Math.max(0, Date.now() - since.getTime()) / 1_000),
      ]),
  }
}
