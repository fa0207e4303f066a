import { inngest } from '@/inngest/client'
import { workerCtx } from '@/server/ctx'
import { wakeWhatIsDue } from '@/server/wake-due'

/** The safety net: a lost event costs at most a minute. */
export const sweep = inngest.createFunction(
  { id: 'sweep', triggers: [{ cron: '* * * * *' }], retries: 1 },
  async ({ step }) => {
    await step.run('wake', () => wakeWhatIsDue(workerCtx()))
  },
)
