import { count, min, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { defineCounter, defineHistogram, type MetricArea } from '@/server/metrics/metric'
import { queueReading } from '@/server/metrics/queue'
import { DUE_AT, IS_DUE } from './due-messages'

export const webhookAttempts = defineCounter({
  name: 'slipway_webhook_attempts_total',
  help: 'Attempts to deliver webhooks: `delivered`, `retrying` or `failed` (the schedule is used up)',
  labels: ['outcome'],
  maxSeries: 3,
})
export const firstAttemptSeconds = defineHistogram({
  name: 'slipway_webhook_first_attempt_seconds',
  help: 'From a message to the end of the first attempt to deliver it',
  labels: [],
  maxSeries: 1,
  bounds: [0.5, 1, 2, 5, 10, 20, 30, 60, 300],
})

export const webhookArea: MetricArea = {
  recorded: [webhookAttempts, firstAttemptSeconds],
  readings: [
    queueReading('webhook_queue', ['webhooks_due'], async () => {
      const { db } = workerCtx()
      const [due] = await db
        .select({ depth: count(), since: min(sql<string>`${DUE_AT}`) })
        .from(webhookMessages)
        .where(IS_DUE)
      return [{ queue: 'webhooks_due', depth: due?.depth ?? 0, since: due?.since ? new Date(due.since) : null }]
    }),
  ],
}
