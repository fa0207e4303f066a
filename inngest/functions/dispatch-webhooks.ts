import { definePump } from '@/inngest/define-pump'
import { webhooksWoken } from '@/inngest/events'
import { dispatchWebhooks as dispatch } from '@/server/webhooks/dispatch'
import { giveUpOrphans } from '@/server/webhooks/give-up-orphans'
import { hasDueMessages } from '@/server/webhooks/has-due-messages'

/** Delivers what is due, then asks to be woken when the next retry is. */
export const dispatchWebhooks = definePump({
  name: 'dispatch-webhooks',
  event: webhooksWoken,
  concurrency: { limit: 4 },
  findDue: async (ctx) => {
    await giveUpOrphans(ctx)
    return (await hasDueMessages(ctx)) ? [{}] : []
  },
  run: dispatch,
})
