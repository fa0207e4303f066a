import { defineWorker } from '@/inngest/define-worker'
import { arrivalsDue } from '@/inngest/events'
import { advanceArrivals as advance, nextArrivalAt } from '@/server/payments/stablecoins/advance-arrivals'

/** Books what arrived on chains for payments. */
export const advanceArrivals = defineWorker({
  name: 'carry-arrivals',
  event: arrivalsDue,
  concurrency: { limit: 1 },
  findDue: async (ctx) => ((await nextArrivalAt(ctx)) ? [{}] : []),
  async run(ctx) {
    const counts = await advance(ctx)
    return { nextAt: await nextArrivalAt(ctx), counts }
  },
})
