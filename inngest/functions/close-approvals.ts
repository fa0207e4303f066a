import { inngest } from '@/inngest/client'
import { expireApprovals } from '@/server/approvals/expire-approvals'
import { workerCtx } from '@/server/ctx'

/** Approvals without a decision in time fail. */
export const closeApprovals = inngest.createFunction(
  {
    id: 'close-approvals',
    triggers: [{ cron: '*/5 * * * *' }],
    retries: 3,
    concurrency: { limit: 1 },
    timeouts: { finish: '5m' },
  },
  async ({ step }) => ({ expired: await step.run('expire', () => expireApprovals(workerCtx())) }),
)
