import { eq } from 'drizzle-orm'
import { priceSources } from '@/db/schema'
import type { Price } from '@/schemas/prices/contract'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import { cached } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'
import { isStale, type PriceSource, readSource } from './read-source'

const known = cached('prices', load)

/**
 * USD price of one whole unit of a coin or token, read at most 10 s ago; callers at once share one look. Null when the
 * symbol has no source, or its source no answer that is young enough.
 */
export async function findPrice(symbol: string): Promise<Price | null> {
  const found = await known(symbol)
  // An answer may grow too old while it is remembered.
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
