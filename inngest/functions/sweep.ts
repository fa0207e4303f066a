import { inngest } from '@/inngest/client'
import { beat, SWEEP } from '@/server/alarms/heartbeat'
import { workerCtx } from '@/server/ctx'
import { closeShares } from '@/server/sponsorship/close-shares'
import { wakeWhatIsDue } from '@/server/wake-due'

/** The safety net: a lost event costs at most a minute. */
export const sweep = inngest.createFunction(
  { id: 'sweep', triggers: [{ cron: '* * * * *' }], retries: 1, timeouts: { finish: '1m' } },
  async ({ step }) => {
    // First: that a job ran at all is what the watcher wants to know.
    await step.run('beat', () => beat(workerCtx(), SWEEP))
    await step.run('wake', () => wakeWhatIsDue(workerCtx()))
    await step.run('shares', () => closeShares(workerCtx()))
  },
)
