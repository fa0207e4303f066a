import { and, count, eq, lte, min, sql } from 'drizzle-orm'
import { sweeps, sweepWallets } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import type { MetricArea } from '@/server/metrics/metric'
import { queueReading } from '@/server/metrics/queue'

/** Wallets whose balance a rule has to check by now, and sweeps that have not ended. */
export const sweepArea: MetricArea = {
  readings: [
    queueReading('sweep_queues', ['sweeps_due', 'sweeps_open'], async () => {
      const { db } = workerCtx()
      const [due] = await db
        .select({ depth: count(), since: min(sweepWallets.dueAt) })
        .from(sweepWallets)
        .where(and(eq(sweepWallets.state, 'DUE'), lte(sweepWallets.dueAt, sql`now()`)))
      const [open] = await db
        .select({ depth: count(), since: min(sweeps.createdAt) })
        .from(sweeps)
        .where(eq(sweeps.state, 'OPEN'))
      return [
        { queue: 'sweeps_due', depth: 0, since: null, ...due },
        { queue: 'sweeps_open', depth: 0, since: null, ...open },
      ]
    }),
  ],
}
