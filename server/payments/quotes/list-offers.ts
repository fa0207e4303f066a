import { and, asc, eq } from 'drizzle-orm'
import { payments, plans, products } from '@/db/schema'
import type { Offers } from '@/schemas/payments/quotes/contract'
import type { ProjectCtx } from '@/server/ctx'
import { findRate } from '@/server/fx/require-rate'
import { selectRunning } from '@/server/subscriptions/lock-running'
import { toProductOffer, toRateText } from './offer-view'

/** Every product with the project's subscription, and the current price of each of its plans. Opens no payment. */
export async function listOffers(ctx: ProjectCtx): Promise<Offers> {
  const { db, businessId, projectId } = ctx
  const rate = await findRate(ctx)
  const sold = await db.select().from(products).where(eq(products.isActive, true)).orderBy(asc(products.id))
  // Includes plans that are no longer sold, because one may be active.
  const allPlans = await db.select().from(plans).orderBy(asc(plans.priceMonthlyMinor), asc(plans.id))
  const running = await selectRunning(db, { businessId, projectId })
  const open = await listOpen(ctx)
  const items = sold.map((product) =>
    toProductOffer(
      {
        product,
        plans: allPlans.filter(({ productId }) => productId === product.id),
        subscription: running.find(({ productId }) => productId === product.id) ?? null,
        openPayment: open.find(({ productId }) => productId === product.id) ?? null,
      },
      { rate: rate?.ngnPerUsdE8 ?? null, now: ctx.now() },
    ),
  )
  return { items, ngnPerUsd: rate && toRateText(rate.ngnPerUsdE8) }
}

/** Open quotes, at most one for each product. */
function listOpen({ db, businessId, projectId }: ProjectCtx) {
  return db
    .select({ id: payments.id, productId: payments.productId, planId: payments.planId, expiryAt: payments.expiryAt })
    .from(payments)
    .where(
      and(
        eq(payments.businessId, businessId),
        eq(payments.projectId, projectId),
        eq(payments.purpose, 'SUBSCRIPTION'),
        eq(payments.status, 'PENDING'),
        eq(payments.isReplaced, false),
      ),
    )
}
