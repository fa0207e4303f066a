import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcAnswer, type RpcCall, RpcUnavailableError, readAnswer } from '@/server/chains/rpc'
import { callEveryEndpoint } from '@/server/chains/rpc/call-every-endpoint'
import { toleratedLag } from '@/server/chains/rpc/heads'

/** EIP-1559 fees, in wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** The current market fees; the base fee is the one of the next block. */
export type Market = Fees & { baseFeePerGas: bigint }

const hex = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform((text) => BigInt(text))
const feeHistory = z.object({
  baseFeePerGas: z.array(hex).min(1),
  reward: z.array(z.array(hex)).nullish(),
})
const latestBlock = z.object({ baseFeePerGas: hex.nullish() })

const HISTORY_BLOCKS = 4
const TIP_PERCENTILE = 50
/** Some nodes suggest a zero tip on empty blocks and then refuse such transactions. */
const MINIMUM_TIP = 1_000_000n
/** The time that other endpoints have after the first one answered. */
const MAX_WAIT_MS = 500

const HISTORY: RpcCall[] = [
  { method: 'eth_feeHistory', params: [`0x${HISTORY_BLOCKS.toString(16)}`, 'latest', [TIP_PERCENTILE]] },
  { method: 'eth_maxPriorityFeePerGas', params: [] },
]
const LEGACY: RpcCall[] = [
  { method: 'eth_gasPrice', params: [] },
  { method: 'eth_getBlockByNumber', params: ['latest', false] },
]

type Quote = { baseFeePerGas: bigint; tipPerGas: bigint }

/** The fees that a transaction has to pay now, read from the chain. Throws RpcUnavailableError, RpcError. */
export async function readMarket(chain: Chain): Promise<Market> {
  const quotes = (await askHistories(chain)).flatMap((answers) => toQuote(answers) ?? [])
  return marketFrom(quotes.length > 0 ? quotes : [await legacyQuote(chain)], chain.maxFeePerGasCap)
}

/**
 * The pure part: medians over the endpoints, and twice the base fee as room for later blocks, all limited to the cap.
 */
function marketFrom(quotes: Quote[], capPerGas: bigint): Market {
  const baseFeePerGas = median(quotes.map((quote) => quote.baseFeePerGas))
  const tip = median(quotes.map((quote) => quote.tipPerGas))
  const target = baseFeePerGas * 2n + tip
  const maxFeePerGas = target < capPerGas ? target : capPerGas
  return { baseFeePerGas, maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas }
}

async function askHistories(chain: Chain): Promise<RpcAnswer[][]> {
  if (chain.rpcUrls.length === 1) return [await callRpcBatch(chain, HISTORY)]
  const reported = await callEveryEndpoint(chain, HISTORY, MAX_WAIT_MS)
  const best = reported.reduce((most, { head }) => (head !== null && head > most ? head : most), 0n)
  const fresh = reported.flatMap(({ head, answers }) =>
    answers && head !== null && best - head <= toleratedLag(chain) ? [answers] : [],
  )
  if (fresh.length === 0) throw new RpcUnavailableError(`no endpoint of chain ${chain.chainId} reports its fees`)
  return fresh
}

/** The base fee of the next block is the last of the list. Null if the node has no such history. */
function toQuote([history, suggested]: RpcAnswer[]): Quote | null {
  const parsed = feeHistory.safeParse(history?.result)
  if (!parsed.success) return null
  const tips = (parsed.data.reward ?? []).flatMap((block) => block.slice(0, 1))
  // Empty blocks show no tips; then the node's suggestion is used.
  const shown = tips.length > 0 ? median(tips) : 0n
  const tip = shown > 0n ? shown : (hex.safeParse(suggested?.result).data ?? 0n)
  return { baseFeePerGas: parsed.data.baseFeePerGas.at(-1) ?? 0n, tipPerGas: tip > MINIMUM_TIP ? tip : MINIMUM_TIP }
}

async function legacyQuote(chain: Chain): Promise<Quote> {
  const [price, block] = await callRpcBatch(chain, LEGACY)
  const gasPrice = readAnswer(hex, price)
  const baseFeePerGas = latestBlock.safeParse(block?.result).data?.baseFeePerGas ?? 0n
  const tip = gasPrice - baseFeePerGas
  return { baseFeePerGas, tipPerGas: tip > MINIMUM_TIP ? tip : MINIMUM_TIP }
}

/** The median. For an even number of values it is the higher one of the two in the middle. */
function median(values: bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)] ?? 0n
}
