import { count, eq, min } from 'drizzle-orm'
import { mailMessages } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import type { MetricArea } from '@/server/metrics/metric'
import { queueReading } from '@/server/metrics/queue'

export const mailArea: MetricArea = {
  readings: [
    queueReading('mail_queue', async () => {
      const { db } = workerCtx()
      const [waiting] = await db
        .select({ depth: count(), since: min(mailMessages.queuedAt) })
        .from(mailMessages)
        .where(eq(mailMessages.status, 'pending'))
      return [{ queue: 'mails', depth: waiting?.depth ?? 0, since: waiting?.since ?? null }]
    }),
  ],
}
