import { eq } from 'drizzle-orm'
import { priceSources } from '@/db/schema'
import type { Price } from '@/schemas/prices/contract'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import { cached } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { isStale, type PriceSource, readSource } from './read-source'

const cachedPrice = cached('prices', load)

/**
 * The USD price of one whole unit of a coin or token, read at most 10 s ago. Concurrent callers share one read. Null if
 * the symbol has no source, or its source has no recent price.
 */
export async function findPrice(symbol: string): Promise<Price | null> {
  const found = await cachedPrice(symbol)
  // A price may become too old while it is cached.
  if (!found || isStale(found.source, found.price, new Date())) return null
  return found.price
}

async function load(symbol: string): Promise<{ source: PriceSource; price: Price } | null> {
  const { db, now } = workerCtx()
  const [source] = await db.select().from(priceSources).where(eq(priceSources.symbol, symbol))
  if (!source) return null
  const { price, problem } = await readSource(source, now())
  const cause = { kind: 'no_price', chainId: null, subject: symbol } as const
  if (problem === null) await closeAlarm(db, cause)
  else await raiseAlarm(db, { ...cause, message: `The price of ${symbol} cannot be read: ${problem}` })
  return price && { source, price }
}

const RETRY_AFTER_SECONDS = 10

/** Like `findPrice`, but throws unavailable (503) if there is no fresh price. */
export async function requirePrice(symbol: string): Promise<Price> {
  const price = await findPrice(symbol)
  if (!price) throw refusal('price_unavailable', { retryAfter: RETRY_AFTER_SECONDS })
  return price
}
