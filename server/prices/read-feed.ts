import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, isHex } from 'viem'
import { aggregatorV3InterfaceAbi } from '@/contracts/generated/aggregator-v3-interface'
import type { Price } from '@/schemas/prices/contract'
import { findChain } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'

/** Feeds have 8 or 18; anything beyond is not a feed. */
const MAX_DECIMALS = 36
/** The clock of a chain may be ahead of ours by seconds, not by minutes. */
const MAX_AHEAD_MS = 120_000

type Feed = { chainId: number; address: Address }
type Answer = Price & { decimals: number }
/** The answer of a feed; `description` is null if the feed does not describe what it prices. */
export type FeedAnswer = Answer & { description: string | null }

/**
 * The latest answer of an aggregator contract (AggregatorV3Interface), through the RPC of its chain. The caller checks
 * its age. Throws PriceSourceError with a message for operators.
 */
export async function readFeed(feed: Feed): Promise<Price> {
  const { priceE8, at } = await readAnswer(feed)
  return { priceE8, at }
}

/** Reads a feed with the description in its contract. */
export async function describeFeed(feed: Feed): Promise<FeedAnswer> {
  const [answer, description] = await Promise.all([
    readAnswer(feed),
    ask(feed, 'description').catch(() => '0x' as const),
  ])
  return { ...answer, description: decodeDescription(description) }
}

async function readAnswer(feed: Feed): Promise<Answer> {
  return toPrice(await Promise.all([ask(feed, 'latestRoundData'), ask(feed, 'decimals')]))
}

async function ask(
  { chainId, address }: Feed,
  functionName: 'latestRoundData' | 'decimals' | 'description',
): Promise<Hex> {
  const chain = await findChain(chainId)
  if (!chain || chain.rpcUrls.length === 0) throw new PriceSourceError(`Chain ${chainId} has no active endpoint`)
  const call = { to: address, data: encodeFunctionData({ abi: aggregatorV3InterfaceAbi, functionName }) }
  const answer = await callRpc(chain, 'eth_call', [call, 'latest']).catch((cause: unknown) => {
    throw new PriceSourceError(`${chain.name} does not answer for the feed`, { cause })
  })
  if (!isHex(answer) || answer === '0x') throw new PriceSourceError(`No feed answers at ${address}`)
  return answer
}

function decodeDescription(data: Hex): string | null {
  try {
    const text = decodeFunctionResult({ abi: aggregatorV3InterfaceAbi, functionName: 'description', data })
    return isPlain(text) ? text : null
  } catch {
    return null
  }
}

/** A contract's message is shown to people and stored. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7e]{1,60}$/.test(text)
}

function toPrice([roundData, decimalsData]: [Hex, Hex]): Answer {
  const { answer, updatedAt, decimals } = decode(roundData, decimalsData)
  if (decimals > MAX_DECIMALS) throw new PriceSourceError(`The feed claims ${decimals} decimals`)
  if (answer <= 0n) throw new PriceSourceError(`The feed returned ${answer}`)
  const priceE8 = toE8Down(answer, decimals)
  if (priceE8 === 0n) throw new PriceSourceError('The price is below 0.00000001')
  const at = new Date(Number(updatedAt) * 1_000)
  if (updatedAt === 0n || Number.isNaN(at.getTime())) throw new PriceSourceError('The feed has no finished round')
  if (at.getTime() > Date.now() + MAX_AHEAD_MS) throw new PriceSourceError('The answer is from the future')
  return { priceE8, at, decimals }
}

function decode(roundData: Hex, decimalsData: Hex): { answer: bigint; updatedAt: bigint; decimals: number } {
  try {
    const [, answer, , updatedAt] = decodeFunctionResult({
      abi: aggregatorV3InterfaceAbi,
      functionName: 'latestRoundData',
      data: roundData,
    })
    const decimals = decodeFunctionResult({
      abi: aggregatorV3InterfaceAbi,
      functionName: 'decimals',
      data: decimalsData,
    })
    return { answer, updatedAt, decimals }
  } catch (cause) {
    throw new PriceSourceError('The contract does not respond like a feed', { cause })
  }
}

/** The price times 10^8; digits below 10^-8 dollars are cut off. */
function toE8Down(answer: bigint, decimals: number): bigint {
  return decimals <= 8 ? answer * 10n ** BigInt(8 - decimals) : answer / 10n ** BigInt(decimals - 8)
}

/** A source returned no price; the message has the reason, for operators. */
export class PriceSourceError extends Error {
  override readonly name = 'PriceSourceError'
}
