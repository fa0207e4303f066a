import type { SubscribeBody } from '@/schemas/payments/contract'
import type { QuotePreview, QuoteView } from '@/schemas/payments/quotes/contract'
import { QUOTE_MS } from '@/schemas/payments/words'
import type { TenantCtx } from '@/server/ctx'
import { findRunning } from '@/server/subscriptions/lock-running'
import { type Priced, priceWish } from './price-wish'
import { toQuotePreview, toQuoteView } from './view'

type ProjectCtx = TenantCtx & { projectId: string }

/** What a payment would cost now; nothing is opened. */
export async function getQuote(ctx: ProjectCtx, wish: SubscribeBody): Promise<QuoteView> {
  return toQuoteView(wish.purpose, await priceNow(ctx, wish), new Date(ctx.now().getTime() + QUOTE_MS))
}

/** The same as people see it. */
export async function quotePayment(ctx: ProjectCtx, wish: SubscribeBody): Promise<QuotePreview> {
  return toQuotePreview(await priceNow(ctx, wish))
}

function priceNow(ctx: ProjectCtx, wish: SubscribeBody): Promise<Priced> {
  const { businessId, projectId } = ctx
  return priceWish(ctx, wish, (productId) => findRunning(ctx.db, { businessId, projectId, productId }))
}
