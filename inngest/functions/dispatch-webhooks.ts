import { inngest } from '@/inngest/client'
import { webhooksWoken } from '@/inngest/events'
import { workerCtx } from '@/server/ctx'
import { dispatchWebhooks as dispatch } from '@/server/webhooks/dispatch'
import { nextWake } from '@/server/webhooks/next-wake'

/** Delivers what is due, then asks to be woken when the next retry is. */
export const dispatchWebhooks = inngest.createFunction(
  {
    id: 'dispatch-webhooks',
    triggers: [webhooksWoken],
    concurrency: { limit: 4 },
    retries: 5,
    timeouts: { finish: '2m' },
  },
  async ({ step }) => {
    const wake = await step.run('dispatch', async () => {
      const ctx = workerCtx()
      const { nextDueAt } = await dispatch(ctx)
      return nextDueAt && nextWake(new Date(nextDueAt), ctx.now())
    })
    if (wake) await step.sendEvent('later', webhooksWoken.create({}, wake))
  },
)
