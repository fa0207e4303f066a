import { inngest } from '@/inngest/client'
import { workerCtx } from '@/server/ctx'
import { keepTokens as keep } from '@/server/tokens/payouts/keep-tokens'

/** Coupons are recorded and go into default, tokens mature: by the clock of their chain. */
export const keepTokens = inngest.createFunction(
  {
    id: 'keep-tokens',
    triggers: [{ cron: '* * * * *' }],
    retries: 3,
    concurrency: { limit: 1 },
    timeouts: { finish: '5m' },
  },
  async ({ step }) => ({ kept: await step.run('keep', () => keep(workerCtx())) }),
)
