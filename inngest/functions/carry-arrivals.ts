import { definePump } from '@/inngest/define-pump'
import { arrivalsWoken } from '@/inngest/events'
import { carryArrivals as carry, nextArrivalAt } from '@/server/payments/stablecoins/carry-arrivals'

/** Books what arrived on chains for payments. */
export const carryArrivals = definePump({
  name: 'carry-arrivals',
  event: arrivalsWoken,
  concurrency: { limit: 1 },
  findDue: async (ctx) => ((await nextArrivalAt(ctx)) ? [{}] : []),
  async run(ctx) {
    const did = await carry(ctx)
    return { nextAt: await nextArrivalAt(ctx), did }
  },
})
