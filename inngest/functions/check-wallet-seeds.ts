import { inngest } from '@/inngest/client'
import { workerCtx } from '@/server/ctx'
import { checkSeeds } from '@/server/installation/check-seeds'

/** Once a night, opens one wallet seed under each key-encryption key and compares it with its first address. */
export const checkWalletSeeds = inngest.createFunction(
  {
    id: 'check-seeds',
    triggers: [{ cron: '17 3 * * *' }],
    retries: 3,
    concurrency: { limit: 1 },
    timeouts: { finish: '5m' },
  },
  async ({ step }) => ({ wrong: await step.run('open-some', () => checkSeeds(workerCtx())) }),
)
