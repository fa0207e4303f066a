import { z } from 'zod'
import { shared } from '@/server/shared'
import type { Chain } from '../registry'
import { callRpc } from '../rpc'

/** EIP-1559 fees, in wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

const hex = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform((text) => BigInt(text))
const feeHistory = z.object({ baseFeePerGas: z.array(hex).min(1), reward: z.array(z.array(hex)).optional() })

const HISTORY_BLOCKS = 4
const TIP_PERCENTILE = 50
const cache = shared('fees', () => new Map<number, { fees: Fees; readAt: number }>())

/**
 * Fees to sign with now: twice the next base fee plus the median tip, under the chain's cap; read once per block.
 * Throws RpcUnavailableError when no endpoint tells.
 */
export async function currentFees(chain: Chain): Promise<Fees> {
  const known = cache.get(chain.chainId)
  if (known && Date.now() - known.readAt < chain.blockTimeMs) return known.fees
  const raw = await callRpc(chain, 'eth_feeHistory', [`0x${HISTORY_BLOCKS.toString(16)}`, 'latest', [TIP_PERCENTILE]])
  const fees = feesFrom(feeHistory.parse(raw), chain.maxFeePerGasCap)
  cache.set(chain.chainId, { fees, readAt: Date.now() })
  return fees
}

/** The pure part: base fee of the coming block is the last of the list. */
export function feesFrom(history: z.infer<typeof feeHistory>, capPerGas: bigint): Fees {
  const baseFee = history.baseFeePerGas.at(-1) ?? 0n
  const tips = (history.reward ?? []).flatMap((block) => block.slice(0, 1)).sort((a, b) => (a < b ? -1 : 1))
  const medianTip = tips[Math.floor(tips.length / 2)] ?? 0n
  const tip = medianTip > 0n ? medianTip : MINIMUM_TIP
  const wanted = baseFee * 2n + tip
  const maxFeePerGas = wanted < capPerGas ? wanted : capPerGas
  return { maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas }
}

/** Some nodes answer a zero tip on empty blocks and then refuse to carry it. */
const MINIMUM_TIP = 1_000_000n

/** The fees of the moment and the base fee of the coming block, in wei per gas. */
export type Market = Fees & { baseFeePerGas: bigint }

/** What it takes to be mined soon. Throws RpcUnavailableError. */
export async function currentMarket(chain: Chain): Promise<Market> {
  const fees = await currentFees(chain)
  return { ...fees, baseFeePerGas: (fees.maxFeePerGas - fees.maxPriorityFeePerGas) / 2n }
}

/** The least fees that replace `previous` in a pool and are not below the market; null above the cap. */
export function replacementFees(previous: Fees, market: Fees, capPerGas: bigint): Fees | null {
  const raised = (fee: bigint) => (fee * 1_125n + 999n) / 1_000n + 1n
  const larger = (a: bigint, b: bigint) => (a > b ? a : b)
  const maxFeePerGas = larger(raised(previous.maxFeePerGas), market.maxFeePerGas)
  const maxPriorityFeePerGas = larger(raised(previous.maxPriorityFeePerGas), market.maxPriorityFeePerGas)
  if (maxFeePerGas > capPerGas || maxPriorityFeePerGas > maxFeePerGas) return null
  return { maxFeePerGas, maxPriorityFeePerGas }
}
