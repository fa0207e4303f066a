import { and, asc, eq, inArray } from 'drizzle-orm'
import { payments, plans, products, subscriptions } from '@/db/schema'
import type { Offers } from '@/schemas/payments/quotes/contract'
import type { TenantCtx } from '@/server/ctx'
import { findRate } from '@/server/fx/require-rate'
import { RUNNING_STATES } from '@/server/subscriptions/transitions'
import { toProductOffer, toRateText } from './offer-view'

type ProjectCtx = TenantCtx & { projectId: string }

/** Every product with what the project has of it, and what each of its plans would cost now. Nothing is opened. */
export async function listOffers(ctx: ProjectCtx): Promise<Offers> {
  const { db } = ctx
  const rate = await findRate(ctx)
  const sold = await db.select().from(products).where(eq(products.isActive, true)).orderBy(asc(products.id))
  // Those that are not for sale any more too: one may run.
  const known = await db.select().from(plans).orderBy(asc(plans.priceMonthlyMinor), asc(plans.id))
  const running = await listRunning(ctx)
  const open = await listOpen(ctx)
  const items = sold.map((product) =>
    toProductOffer(
      {
        product,
        plans: known.filter(({ productId }) => productId === product.id),
        subscription: running.find(({ productId }) => productId === product.id) ?? null,
        openPayment: open.find(({ productId }) => productId === product.id) ?? null,
      },
      { rate: rate?.ngnPerUsdE8 ?? null, now: ctx.now() },
    ),
  )
  return { items, ngnPerUsd: rate && toRateText(rate.ngnPerUsdE8) }
}

function listRunning({ db, businessId, projectId }: ProjectCtx) {
  return db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.businessId, businessId),
        eq(subscriptions.projectId, projectId),
        inArray(subscriptions.status, RUNNING_STATES),
      ),
    )
}

/** Quotes that wait for their money, one a product at most. */
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
