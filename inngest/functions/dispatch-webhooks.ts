import { definePump } from '@/inngest/define-pump'
import { webhooksDue } from '@/inngest/events'
import { abandonOrphans } from '@/server/webhooks/abandon-orphans'
import { dispatchWebhooks as dispatch } from '@/server/webhooks/dispatch'
import { hasDueMessages } from '@/server/webhooks/has-due-messages'

/** Longer than a block of most chains: receivers of every block need no new run. */
const LINGER_MS = 3_000

/** Delivers what is due, then asks to be woken when the next retry is. */
export const dispatchWebhooks = definePump({
  name: 'dispatch-webhooks',
  event: webhooksDue,
  concurrency: { limit: 4 },
  findDue: async (ctx) => {
    await abandonOrphans(ctx)
    return (await hasDueMessages(ctx)) ? [{}] : []
  },
  run: (ctx) => dispatch(ctx, { lingerMs: LINGER_MS }),
})
