import { inngest } from '@/inngest/client'
import { webhooksWoken } from '@/inngest/events'
import { workerCtx } from '@/server/ctx'
import { dispatchWebhooks as dispatch } from '@/server/webhooks/dispatch'

/** Delivers what is due, then sleeps until the next retry is. */
export const dispatchWebhooks = inngest.createFunction(
  { id: 'dispatch-webhooks', triggers: [webhooksWoken], concurrency: { limit: 4 }, retries: 5 },
  async ({ step }) => {
    const { nextDueAt } = await step.run('dispatch', () => dispatch(workerCtx()))
    if (!nextDueAt) return
    const ts = new Date(nextDueAt).getTime()
    // One wake-up per second is enough, whoever asks for it.
    await step.sendEvent('later', webhooksWoken.create({}, { id: `webhooks-due-${Math.ceil(ts / 1000)}`, ts }))
  },
)
