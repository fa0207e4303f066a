import { count, eq, min } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import type { MetricArea } from '@/server/metrics/metric'
import { queueReading } from '@/server/metrics/queue'

const STAGES = ['awaiting_approval', 'queued', 'signed', 'broadcast', 'mined'] as const

export const transactionArea: MetricArea = {
  readings: [
    queueReading('transaction_queues', async () => {
      const { db } = workerCtx()
      const rows = await db
        .select({ stage: transactions.stage, depth: count(), since: min(transactions.createdAt) })
        .from(transactions)
        .where(eq(transactions.status, 'PENDING'))
        .groupBy(transactions.stage)
      return STAGES.map((stage) => {
        const found = rows.find((row) => row.stage === stage)
        return { queue: `transactions_${stage}`, depth: found?.depth ?? 0, since: found?.since ?? null }
      })
    }),
  ],
}
