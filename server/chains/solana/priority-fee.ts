import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import type { Chain } from '@/server/chains/registry'
import { callRpc, readResult } from '@/server/chains/rpc'

const reply = z.array(z.object({ prioritizationFee: z.int().nonnegative().transform(BigInt) }))

const PERCENTILE = 75
const MAX_AGE_MS = 2_000
/** Micro-lamports per compute unit, where the chain's row sets no cap. */
const DEFAULT_CAP = 1_000_000n
const cache = oncePerProcess('solana-priority-fees', () => new Map<number, { microLamports: bigint; readAt: number }>())

/**
 * The price to offer now, in micro-lamports per compute unit: the 75th percentile of recent transactions that lock our
 * fee payer, as every transfer does, and at most the cap. Throws RpcUnavailableError, RpcError.
 */
export async function currentPriorityFee(chain: Chain, feePayer: string): Promise<bigint> {
  const cached = cache.get(chain.chainId)
  if (cached && Date.now() - cached.readAt < MAX_AGE_MS) return cached.microLamports
  const recent = readResult(reply, await callRpc(chain, 'getRecentPrioritizationFees', [[feePayer]]))
  const microLamports = priorityFeeFrom(
    recent.map((slot) => slot.prioritizationFee),
    priorityFeeCap(chain),
  )
  cache.set(chain.chainId, { microLamports, readAt: Date.now() })
  return microLamports
}

/** The pure part. */
function priorityFeeFrom(recent: readonly bigint[], cap: bigint): bigint {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const percentileFee = sorted[Math.floor(((sorted.length - 1) * PERCENTILE) / 100)] ?? 0n
  return percentileFee < cap ? percentileFee : cap
}

/** The maximum, in micro-lamports per compute unit, from the chain's row, in its column for EVM gas prices. */
export function priorityFeeCap(chain: Pick<Chain, 'maxFeePerGasCap'>): bigint {
  return chain.maxFeePerGasCap > 0n ? chain.maxFeePerGasCap : DEFAULT_CAP
}
