import type { Price } from '@/schemas/prices/contract'
import { refusal } from '@/server/errors'
import { findPrice } from './find-price'

const RETRY_AFTER_SECONDS = 10

/** Like `findPrice`, but throws unavailable (503) where there is no fresh price. */
export async function requirePrice(symbol: string): Promise<Price> {
  const price = await findPrice(symbol)
  if (!price) throw refusal('price_unavailable', { retryAfter: RETRY_AFTER_SECONDS })
  return price
}
