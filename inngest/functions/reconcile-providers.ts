import { inngest } from '@/inngest/client'
import { reconciliationRequested } from '@/inngest/events'
import { workerCtx } from '@/server/ctx'
import { configuredProviders } from '@/server/payments/providers/configured-providers'
import { reconcileProvider } from '@/server/payments/providers/reconciliation/reconcile-provider'

/**
 * Compares what providers report for the last three days with what was received, once a day and when an operator
 * requests it.
 */
export const reconcileProviders = inngest.createFunction(
  {
    id: 'reconcile-providers',
    triggers: [{ cron: '41 2 * * *' }, { event: reconciliationRequested.name }],
    retries: 3,
    concurrency: { limit: 1 },
    timeouts: { finish: '30m' },
  },
  async ({ step }) => {
    for (const { name } of configuredProviders())
      await step.run(name, () => reconcileProvider(workerCtx(), { provider: name }))
  },
)
