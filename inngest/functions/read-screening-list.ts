import { inngest } from '@/inngest/client'
import { workerCtx } from '@/server/ctx'
import { readScreeningList as read } from '@/server/screening/lists/read-list'

/** Every five minutes, reads the list of addresses that the platform blocks. */
export const readScreeningList = inngest.createFunction(
  {
    id: 'read-screening-list',
    triggers: [{ cron: '*/5 * * * *' }],
    retries: 0,
    concurrency: { limit: 1 },
    timeouts: { finish: '4m' },
  },
  async ({ step }) => ({ changed: await step.run('read', () => read(workerCtx())) }),
)
