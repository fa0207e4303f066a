import { count, eq, min } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { defineCounter, type MetricArea } from '@/server/metrics/metric'
import { queueReading } from '@/server/metrics/queue'

const STAGES = ['awaiting_approval', 'queued', 'signed', 'broadcast', 'mined'] as const

const queueOf = (stage: (typeof STAGES)[number]) => `transactions_${stage}` as const

export const waitedCalls = defineCounter({
  name: 'slipway_waited_calls_total',
  help: 'Calls that waited for the outcome of their transaction: `ended`, or `pending` where the wait was over first',
  labels: ['outcome'],
  maxSeries: 2,
})

export const transactionArea: MetricArea = {
  recorded: [waitedCalls],
  readings: [
    queueReading('transaction_queues', STAGES.map(queueOf), async () => {
      const { db } = workerCtx()
      const rows = await db
        .select({ stage: transactions.stage, depth: count(), since: min(transactions.createdAt) })
        .from(transactions)
        .where(eq(transactions.status, 'PENDING'))
        .groupBy(transactions.stage)
      return STAGES.flatMap((stage) =>
        rows.filter((row) => row.stage === stage).map((row) => ({ ...row, queue: queueOf(stage) })),
      )
    }),
  ],
}
