import { inngest } from '@/inngest/client'
import { sweepAsked } from '@/inngest/events'
import { wakeWhatIsDue } from '@/inngest/pumps'
import { beat, SWEEP } from '@/server/alarms/heartbeat'
import { workerCtx } from '@/server/ctx'
import { reclaimFloats } from '@/server/engine/evm/reclaim-floats'
import { closeShares } from '@/server/sponsorship/close-shares'

/** The safety net: a lost event costs at most a minute. And the platform's coins come back from wallets that do not use them. */
export const sweep = inngest.createFunction(
  {
    id: 'sweep',
    triggers: [{ cron: '* * * * *' }, { event: sweepAsked.name }],
    retries: 1,
    timeouts: { finish: '1m' },
  },
  async ({ step }) => {
    // First: that a job ran at all is what the watcher wants to know.
    await step.run('beat', () => beat(workerCtx(), SWEEP))
    await step.run('wake', () => wakeWhatIsDue(workerCtx()))
    await step.run('shares', () => closeShares(workerCtx()))
    await step.run('reclaim-floats', () => reclaimFloats(workerCtx()))
  },
)
