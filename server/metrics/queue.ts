import { DATABASE_KEPT_MS, defineGauge, type Reading } from './metric'

const depth = defineGauge({
  name: 'slipway_queue_depth',
  help: 'Rows that wait in a queue',
  labels: ['queue'],
  maxSeries: 30,
})
const oldest = defineGauge({
  name: 'slipway_queue_oldest_seconds',
  help: 'How long the oldest row of a queue waits',
  labels: ['queue'],
  maxSeries: 30,
})

type Queue<Name> = { queue: Name; depth: number; since: Date | null }

/**
 * The number of rows that wait in the queues of an area, and the time since which the oldest does. A queue that `read`
 * leaves out is empty.
 */
export function queueReading<const Name extends string>(
  name: string,
  queues: readonly Name[],
  read: () => Promise<readonly Queue<Name>[]>,
): Reading {
  return {
    name,
    queues,
    metrics: [depth, oldest],
    keptMs: DATABASE_KEPT_MS,
    read: async () => {
      const found = await read()
      return queues.flatMap((queue) => {
        const { depth: rows, since } = found.find((one) => one.queue === queue) ?? { depth: 0, since: null }
        const ageMs = since === null ? 0 : Math.max(0, Date.now() - since.getTime())
        return [depth.of({ queue }, rows), oldest.of({ queue }, ageMs / 1_000)]
      })
    },
  }
}
