import { count, eq, min } from 'drizzle-orm'
import { indexerReplays } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import type { MetricArea } from '@/server/metrics/metric'
import { queueReading } from '@/server/metrics/queue'

/** Replays of past events that have not ended. */
export const replayArea: MetricArea = {
  readings: [
    queueReading('replay_queue', ['event_replays'], async () => {
      const { db } = workerCtx()
      const [running] = await db
        .select({ depth: count(), since: min(indexerReplays.createdAt) })
        .from(indexerReplays)
        .where(eq(indexerReplays.status, 'running'))
      return [{ queue: 'event_replays', depth: 0, since: null, ...running }]
    }),
  ],
}
