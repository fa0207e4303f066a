import type { SubscribeBody } from '@/schemas/payments/contract'
import type { QuotePreview, QuoteView } from '@/schemas/payments/quotes/contract'
import { QUOTE_MS } from '@/schemas/payments/words'
import type { ProjectCtx } from '@/server/ctx'
import { findRunning } from '@/server/subscriptions/lock-running'
import { type PricedRequest, priceRequest } from './price-request'
import { toQuotePreview, toQuoteView } from './view'

/** The current price of a purchase. Opens no payment. */
export async function getQuote(ctx: ProjectCtx, request: SubscribeBody): Promise<QuoteView> {
  return toQuoteView(request.purpose, await priceNow(ctx, request), new Date(ctx.now().getTime() + QUOTE_MS))
}

/** The quote as the portal shows it. */
export async function quotePayment(ctx: ProjectCtx, request: SubscribeBody): Promise<QuotePreview> {
  return toQuotePreview(await priceNow(ctx, request))
}

function priceNow(ctx: ProjectCtx, request: SubscribeBody): Promise<PricedRequest> {
  const { businessId, projectId } = ctx
  return priceRequest(ctx, request, (productId) => findRunning(ctx.db, { businessId, projectId, productId }))
}
