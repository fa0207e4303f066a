import { count, eq, min } from 'drizzle-orm'
import { tokenOperations } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import type { MetricArea } from '@/server/metrics/metric'
import { queueReading } from '@/server/metrics/queue'

/** Operations on tokens that have not ended. */
export const tokenArea: MetricArea = {
  readings: [
    queueReading('token_queue', ['token_operations'], async () => {
      const { db } = workerCtx()
      const [open] = await db
        .select({ depth: count(), since: min(tokenOperations.createdAt) })
        .from(tokenOperations)
        .where(eq(tokenOperations.status, 'PENDING'))
      return [{ queue: 'token_operations', depth: 0, since: null, ...open }]
    }),
  ],
}
