import { setTimeout as wait } from 'node:timers/promises'
import { getAddress } from 'viem'
import { oncePerProcess } from '@/db/once-per-process'
import type { priceSources } from '@/db/schema'
import type { Price } from '@/schemas/prices/contract'
import { PriceSourceError, readFeed } from './read-feed'

export type PriceSource = typeof priceSources.$inferSelect
type SourceAnswer = { price: Price | null; problem: string | null }

/** A request waits no longer than this for a slow node. */
const MAX_WAIT_MS = 3_000
const lastAnswers = oncePerProcess('price-feed-answers', () => new Map<string, Price>())

/**
 * The current answer of a source. While a feed cannot be read, its last answer is used until it is too old: then the
 * result has both a price and a problem. Never throws for errors of the source.
 */
export async function readSource(source: PriceSource, now: Date): Promise<SourceAnswer> {
  try {
    return { price: fresh(source, await answerOf(source), now), problem: null }
  } catch (error) {
    if (!(error instanceof PriceSourceError)) throw error
    const last = lastAnswers.get(lastAnswerKey(source))
    const standsIn = last && !isStale(source, last, now) ? last : null
    return { price: standsIn, problem: error.message }
  }
}

async function answerOf(source: PriceSource): Promise<Price> {
  if (source.source === 'fixed') {
    if (source.fixedE8 === null || source.fixedE8 <= 0n) throw new PriceSourceError('No fixed price is set')
    return { priceE8: source.fixedE8, at: source.updatedAt }
  }
  const { feedChainId, feedAddress } = source
  if (feedChainId === null || feedAddress === null) throw new PriceSourceError('No feed is set')
  const reading = readFeed({ chainId: feedChainId, address: getAddress(feedAddress) })
  reading.catch(() => {})
  const answer = await Promise.race([reading, wait(MAX_WAIT_MS, null, { ref: false })])
  if (!answer) throw new PriceSourceError(`Chain ${feedChainId} is slow to answer for the feed`)
  return answer
}

function fresh(source: PriceSource, price: Price, now: Date): Price {
  if (isStale(source, price, now)) {
    throw new PriceSourceError(`The answer of ${price.at.toISOString()} is older than ${source.maxAgeSeconds} s`)
  }
  if (source.source === 'feed') lastAnswers.set(lastAnswerKey(source), price)
  return price
}

/** A fixed price does not age. */
export function isStale(source: Pick<PriceSource, 'source' | 'maxAgeSeconds'>, price: Price, now: Date): boolean {
  return source.source === 'feed' && now.getTime() - price.at.getTime() > source.maxAgeSeconds * 1_000
}

/** The answer is stored for the feed that returned it, even if the symbol has another feed by then. */
function lastAnswerKey({ symbol, feedChainId, feedAddress }: PriceSource): string {
  return `${symbol} ${feedChainId} ${feedAddress}`
}
