import { defineWorker } from '@/inngest/define-worker'
import { webhooksDue } from '@/inngest/events'
import { abandonOrphans } from '@/server/webhooks/abandon-orphans'
import { dispatchWebhooks as dispatch, hasDueMessages } from '@/server/webhooks/dispatch'

/** Longer than the block time of most chains, so that events of every block need no new run. */
const LINGER_MS = 3_000

/** Delivers due messages, and schedules the next run for the next retry. */
export const dispatchWebhooks = defineWorker({
  name: 'dispatch-webhooks',
  event: webhooksDue,
  concurrency: { limit: 4 },
  findDue: async (ctx) => {
    await abandonOrphans(ctx)
    return (await hasDueMessages(ctx)) ? [{}] : []
  },
  run: (ctx) => dispatch(ctx, { lingerMs: LINGER_MS }),
})
