import { inngest } from '@/inngest/client'
import { workerCtx } from '@/server/ctx'
import { watchRedemptions } from '@/server/tokens/follow/watch-redemptions'
import { watchTokens as watch } from '@/server/tokens/follow/watch-tokens'

/** Once an hour, compares our index of tokens with their chains, and reports stuck redemptions. */
export const watchTokens = inngest.createFunction(
  {
    id: 'watch-tokens',
    triggers: [{ cron: '17 * * * *' }],
    retries: 3,
    concurrency: { limit: 1 },
    timeouts: { finish: '30m' },
  },
  async ({ step }) => ({
    stuck: await step.run('redemptions', () => watchRedemptions(workerCtx())),
    differing: await step.run('compare', () => watch(workerCtx())),
  }),
)
