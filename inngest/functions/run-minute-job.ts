import { inngest } from '@/inngest/client'
import { minuteJobRequested } from '@/inngest/events'
import { wakeDueWorkers } from '@/inngest/workers'
import { aggregateActivity } from '@/server/activity/aggregate-activity'
import { MINUTE_JOB, recordHeartbeat } from '@/server/alarms/heartbeat'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { reclaimFloats } from '@/server/engine/evm/reclaim-floats'
import { refreshRates } from '@/server/fx/refresh-rates'
import { notifyNoticeChannels } from '@/server/notices/channels/notify-notice-channels'
import { sendNoticeDigests } from '@/server/notices/send-notice-digests'
import { watchNotices } from '@/server/notices/watch-notices'
import { sweepPayments } from '@/server/payments/stablecoins/sweep-payments'
import { releaseStaleShares } from '@/server/sponsorship/release-stale-shares'

const WORK: [id: string, work: (ctx: WorkerCtx) => Promise<unknown>][] = [
  ['wake', wakeDueWorkers],
  ['shares', releaseStaleShares],
  ['rates', (ctx) => refreshRates(ctx)],
  ['payment-sweeps', (ctx) => sweepPayments(ctx)],
  ['activity', aggregateActivity],
  ['notices', watchNotices],
  ['notice-digests', sendNoticeDigests],
  ['notice-channels', notifyNoticeChannels],
  ['reclaim-floats', (ctx) => reclaimFloats(ctx)],
]

/**
 * Starts due work whose event was lost, so that the loss costs at most a minute. Also reclaims the platform's coins
 * from wallets that do not use them.
 */
export const runMinuteJob = inngest.createFunction(
  {
    id: 'sweep',
    triggers: [{ cron: '* * * * *' }, { event: minuteJobRequested.name }],
    retries: 1,
    timeouts: { finish: '1m' },
  },
  async ({ step }) => {
    // First, because the watcher checks whether a job ran at all.
    await step.run('beat', () => recordHeartbeat(workerCtx(), MINUTE_JOB))
    // Runs each separately, so that one failure does not stop the others.
    const failures: unknown[] = []
    for (const [id, work] of WORK) {
      await step.run(id, () => work(workerCtx())).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  },
)
