import { inngest } from '@/inngest/client'
import { workerCtx } from '@/server/ctx'
import { watchTokens as watch } from '@/server/tokens/follow/watch-tokens'

/** Once an hour, what our index says of tokens is held against their chains. */
export const watchTokens = inngest.createFunction(
  {
    id: 'watch-tokens',
    triggers: [{ cron: '17 * * * *' }],
    retries: 3,
    concurrency: { limit: 1 },
    timeouts: { finish: '30m' },
  },
  async ({ step }) => ({ differing: await step.run('compare', () => watch(workerCtx())) }),
)
