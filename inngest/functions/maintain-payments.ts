import { inngest } from '@/inngest/client'
import { workerCtx } from '@/server/ctx'
import { finishOpenings } from '@/server/payments/accounts/finish-openings'
import { listOpeners } from '@/server/payments/accounts/list-openers'
import { runRenewals } from '@/server/payments/renewals/run-renewals'
import { sendReminders } from '@/server/payments/renewals/send-reminders'
import { closePayments } from '@/server/payments/settlement/close-payments'

/**
 * Once a minute: opens accounts that a killed process left unopened, closes expired quotes, renews or ends
 * subscriptions, and sends reminders.
 */
export const maintainPayments = inngest.createFunction(
  {
    id: 'keep-payments',
    triggers: [{ cron: '* * * * *' }],
    retries: 3,
    concurrency: { limit: 1 },
    timeouts: { finish: '5m' },
  },
  async ({ step }) => ({
    opened: await step.run('open', async () => finishOpenings(workerCtx(), await listOpeners(workerCtx(), undefined))),
    closed: await step.run('close', () => closePayments(workerCtx())),
    renewed: await step.run('renew', () => runRenewals(workerCtx())),
    reminded: await step.run('remind', () => sendReminders(workerCtx())),
  }),
)
