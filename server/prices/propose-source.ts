import { getAddress } from 'viem'
import type { FeedRef, FoundFeed, PriceChange, SetFeedInput } from '@/schemas/prices/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import { findChain } from '@/server/chains/registry'
import type { OperatorCtx } from '@/server/ctx'
import { validationError } from '@/server/errors'
import { formatAmount } from '@/server/money/amount'
import { createProposal } from '@/server/proposals/write-proposal'
import { findPrice } from './find-price'
import { describeFeed, type FeedAnswer, PriceSourceError } from './read-feed'
import { requireKnownSymbol } from './store-source'
import { toFoundFeed } from './view'

/** The current answer of a feed, and the price of its symbol until now. */
type Prepared = { found: FoundFeed; formerUsd: string | null }

/**
 * Reads a contract's answer, its decimals and its age. Throws invalid if it is not a feed, or its chain does not
 * answer.
 */
export async function findFeed(_ctx: OperatorCtx, ref: FeedRef): Promise<FoundFeed> {
  const answer = await askFeed(ref)
  const chain = await findChain(ref.feedChainId)
  return toFoundFeed(answer, chain?.name ?? `Chain ${ref.feedChainId}`)
}

/** Checks a feed before a symbol gets it. Also throws invalid if its answer is too old. */
export async function prepareFeed(
  ctx: OperatorCtx,
  { symbol, maxAgeMinutes, ...ref }: SetFeedInput,
): Promise<Prepared> {
  const found = await findFeed(ctx, ref)
  const ageMinutes = Math.floor((ctx.now().getTime() - new Date(found.at).getTime()) / 60_000)
  if (ageMinutes >= maxAgeMinutes)
    throw validationError([`maxAgeMinutes: its answer is ${ageMinutes} minutes old, which would be no price`])
  return { found, formerUsd: await readCurrentPrice(ctx, { symbol }) }
}

/** The current price of a symbol; null without a price. */
export async function readCurrentPrice(_ctx: OperatorCtx, { symbol }: { symbol: string }): Promise<string | null> {
  const price = await findPrice(symbol)
  return price && formatAmount(price.priceE8, 8)
}

/**
 * An operator proposes to price a symbol by a feed, which `prepareFeed` has read. Gas is charged and limits are counted
 * at this price, so a second person must approve. Throws not_found for a symbol that no chain has.
 */
export function setFeed(
  ctx: OperatorCtx,
  { symbol, maxAgeMinutes, prepared, ...ref }: SetFeedInput & { prepared: Prepared },
): Promise<MutationOutcome> {
  const { chainName, description, priceUsd } = prepared.found
  const to = { kind: 'feed', ...ref, chainName, description, priceUsd, maxAgeSeconds: maxAgeMinutes * 60 } as const
  return proposeSource(ctx, { symbol, to, formerUsd: prepared.formerUsd })
}

/**
 * An operator proposes a fixed price for a symbol: a second person must approve. Throws not_found for a symbol that no
 * chain has.
 */
export function setFixedPrice(
  ctx: OperatorCtx,
  { symbol, priceE8, formerUsd }: { symbol: string; priceE8: bigint; formerUsd: string | null },
): Promise<MutationOutcome> {
  return proposeSource(ctx, { symbol, to: { kind: 'fixed', priceUsd: formatAmount(priceE8, 8) }, formerUsd })
}

async function proposeSource(ctx: OperatorCtx, change: PriceChange): Promise<MutationOutcome> {
  await requireKnownSymbol(ctx, change.symbol)
  await createProposal(ctx, { act: 'price', subject: change.symbol, input: change, valueMinor: null })
  return { state: 'proposed' }
}

async function askFeed({ feedChainId, feedAddress }: FeedRef): Promise<FeedAnswer> {
  try {
    return await describeFeed({ chainId: feedChainId, address: getAddress(feedAddress) })
  } catch (error) {
    if (!(error instanceof PriceSourceError)) throw error
    throw validationError([`feedAddress: ${error.message}`])
  }
}
