import { and, count, eq, isNotNull, isNull, min } from 'drizzle-orm'
import { mailMessages } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import type { MetricArea } from '@/server/metrics/metric'
import { queueReading } from '@/server/metrics/queue'

/** Emails and messages to alarm channels that have not left. */
export const mailArea: MetricArea = {
  readings: [
    queueReading('mail_queue', ['mails', 'alarm_messages'], async () => {
      const { db } = workerCtx()
      const isPending = eq(mailMessages.status, 'pending')
      const waiting = { depth: count(), since: min(mailMessages.queuedAt) }
      const [mails] = await db
        .select(waiting)
        .from(mailMessages)
        .where(and(isPending, isNull(mailMessages.channelId)))
      const [ofAlarms] = await db
        .select(waiting)
        .from(mailMessages)
        .where(and(isPending, isNotNull(mailMessages.channelId)))
      return [
        { queue: 'mails', depth: 0, since: null, ...mails },
        { queue: 'alarm_messages', depth: 0, since: null, ...ofAlarms },
      ]
    }),
  ],
}
