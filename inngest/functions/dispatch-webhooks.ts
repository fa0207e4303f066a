import { inngest } from '@/inngest/client'
import { webhooksWoken } from '@/inngest/events'
import { workerCtx } from '@/server/ctx'
import { dispatchWebhooks as dispatch } from '@/server/webhooks/dispatch'

/** Delivers what is due, then asks to be woken when the next retry is. */
export const dispatchWebhooks = inngest.createFunction(
  { id: 'dispatch-webhooks', triggers: [webhooksWoken], concurrency: { limit: 4 }, retries: 5 },
  async ({ step }) => {
    const { nextWake } = await step.run('dispatch', async () => {
      const { nextDueAt } = await dispatch(workerCtx())
      return { nextWake: nextDueAt && wakeFor(new Date(nextDueAt)) }
    })
    if (!nextWake) return
    await step.sendEvent('later', webhooksWoken.create({}, nextWake))
  },
)

/**
 * One wake-up a second is enough, whoever asks for it: its id is the second. It comes at that second's end, since a message due later
 * within it would else find the id used up.
 */
function wakeFor(dueAt: Date): { id?: string; ts?: number } {
  if (dueAt.getTime() <= Date.now()) return {}
  const second = Math.floor(dueAt.getTime() / 1_000) + 1
  return { id: `webhooks-due-${second}`, ts: second * 1_000 }
}
