import { count, eq, inArray, min, sql } from 'drizzle-orm'
import { paymentArrivals, paymentReceipts, paymentRefunds, providerEvents } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { DATABASE_KEPT_MS, defineGauge, defineHistogram, type MetricArea } from '@/server/metrics/metric'
import { queueReading } from '@/server/metrics/queue'
import { IS_UNMATCHED } from './stablecoins/read-unmatched-deposits'
import { valueUnmatched } from './stablecoins/value-unmatched'

const PAYMENT_QUEUES = ['payment_exceptions', 'unmatched_deposits', 'refunds', 'provider_events'] as const

const exceptions = defineGauge({
  name: 'slipway_money_in_exceptions_kobo',
  help: 'Naira value, in kobo, of the money that waits for an operator to decide on it; of deposits those in accepted tokens',
  labels: [],
  maxSeries: 1,
})

export const arrivalSeconds = defineHistogram({
  name: 'slipway_money_arrival_seconds',
  help: 'From the time at which money arrived, according to its provider or chain, until it is booked',
  labels: ['provider'],
  maxSeries: 10,
  bounds: [10, 30, 60, 300, 900, 3_600],
})

/** Money that waits for an operator, and work that waits for providers. */
export const paymentArea: MetricArea = {
  recorded: [arrivalSeconds],
  readings: [
    queueReading('payment_queues', PAYMENT_QUEUES, async () => {
      const { db } = workerCtx()
      const [inSuspense] = await db
        .select({ depth: count(), since: min(paymentReceipts.receivedAt) })
        .from(paymentReceipts)
        .where(eq(paymentReceipts.outcome, 'SUSPENSE'))
      const [refunds] = await db
        .select({ depth: count(), since: min(paymentRefunds.createdAt) })
        .from(paymentRefunds)
        .where(inArray(paymentRefunds.state, ['REQUESTED', 'PROCESSING', 'NEEDS_DETAILS']))
      const [events] = await db
        .select({ depth: count(), since: min(providerEvents.receivedAt) })
        .from(providerEvents)
        .where(eq(providerEvents.state, 'STORED'))
      const [unmatched] = await db
        .select({ depth: count(), since: min(paymentArrivals.createdAt) })
        .from(paymentArrivals)
        .where(IS_UNMATCHED)
      return [
        { queue: 'payment_exceptions', depth: 0, since: null, ...inSuspense },
        { queue: 'unmatched_deposits', depth: 0, since: null, ...unmatched },
        { queue: 'refunds', depth: 0, since: null, ...refunds },
        { queue: 'provider_events', depth: 0, since: null, ...events },
      ]
    }),
    {
      name: 'exceptions',
      metrics: [exceptions],
      keptMs: DATABASE_KEPT_MS,
      read: async () => {
        const { db } = workerCtx()
        const [total] = await db
          .select({ kobo: sql<string>`coalesce(sum(${paymentReceipts.valueMinor}), 0)` })
          .from(paymentReceipts)
          .where(eq(paymentReceipts.outcome, 'SUSPENSE'))
        return [exceptions.of({}, Number(BigInt(total?.kobo ?? 0) + (await valueUnmatched(workerCtx()))))]
      },
    },
  ],
}
