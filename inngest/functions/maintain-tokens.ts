import { inngest } from '@/inngest/client'
import { workerCtx } from '@/server/ctx'
import { applyTokenDates as keep } from '@/server/tokens/payouts/apply-token-dates'

/** Records coupons, marks unpaid ones as defaulted, and marks tokens as matured, by the clock of their chain. */
export const maintainTokens = inngest.createFunction(
  {
    id: 'keep-tokens',
    triggers: [{ cron: '* * * * *' }],
    retries: 3,
    concurrency: { limit: 1 },
    timeouts: { finish: '5m' },
  },
  async ({ step }) => ({ kept: await step.run('keep', () => keep(workerCtx())) }),
)
