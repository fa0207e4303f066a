import type { TenantCtx } from '@/server/ctx'
import type { SubscribeBody } from '@/server/payments/contract'
import { QUOTE_MS } from '@/server/payments/words'
import { findRunning } from '@/server/subscriptions/lock-running'
import type { QuoteView } from './contract'
import { priceWish } from './price-wish'
import { toQuoteView } from './view'

type ProjectCtx = TenantCtx & { projectId: string }

/** What a payment would cost now; nothing is opened. */
export async function getQuote(ctx: ProjectCtx, wish: SubscribeBody): Promise<QuoteView> {
  const { businessId, projectId } = ctx
  const priced = await priceWish(ctx, wish, (productId) => findRunning(ctx.db, { businessId, projectId, productId }))
  return toQuoteView(wish.purpose, priced, new Date(ctx.now().getTime() + QUOTE_MS))
}
