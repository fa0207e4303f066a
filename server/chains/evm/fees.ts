import { oncePerProcess } from '@/db/once-per-process'
import type { Chain } from '@/server/chains/registry'
import { RpcUnavailableError } from '@/server/chains/rpc'
import type { Fees, Market } from './read-market'
import { readMarket } from './read-market'

/** The maximum age of fees that are used while the market cannot be read. */
const STALE_AFTER_BLOCKS = 5
const STALE_AFTER_MS = 60_000

type CachedMarket = { market: Market | null; readAt: number; reading: Promise<Market> | null }
const cache = oncePerProcess('fees', () => new Map<number, CachedMarket>())

/** The fees to sign with now, limited by the chain's cap. Throws RpcUnavailableError if no recent fees are known. */
export async function currentFees(chain: Chain): Promise<Fees> {
  const { maxFeePerGas, maxPriorityFeePerGas } = await currentMarket(chain)
  return { maxFeePerGas, maxPriorityFeePerGas }
}

/** The fees with the base fee. They are read once a block. */
export async function currentMarket(chain: Chain): Promise<Market> {
  const cached = cachedOf(chain)
  const age = Date.now() - cached.readAt
  if (cached.market && age < chain.blockTimeMs) return cached.market
  cached.reading ??= refresh(chain, cached)
  try {
    return await cached.reading
  } catch (error) {
    const staleAfterMs = Math.max(STALE_AFTER_MS, STALE_AFTER_BLOCKS * chain.blockTimeMs)
    if (cached.market && age < staleAfterMs) return cached.market
    throw new RpcUnavailableError(`no fresh fees of chain ${chain.chainId}`, { cause: error })
  }
}

/**
 * Fees that replace `previous` under its nonce: at least an eighth and one wei higher, which every client accepts as a
 * replacement, and not below the market. Null if that exceeds the cap.
 */
export function replacementFees(previous: Fees, market: Fees, capPerGas: bigint): Fees | null {
  const maxPriorityFeePerGas = larger(raised(previous.maxPriorityFeePerGas), market.maxPriorityFeePerGas)
  const raisedMax = larger(raised(previous.maxFeePerGas), market.maxFeePerGas)
  const maxFeePerGas = larger(raisedMax, maxPriorityFeePerGas)
  return maxFeePerGas > capPerGas ? null : { maxFeePerGas, maxPriorityFeePerGas }
}

/** Times 1.125, rounded up, and a wei. */
function raised(feePerGas: bigint): bigint {
  return (feePerGas * 9n + 7n) / 8n + 1n
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function cachedOf({ chainId }: Chain): CachedMarket {
  const cached = cache.get(chainId) ?? { market: null, readAt: 0, reading: null }
  cache.set(chainId, cached)
  return cached
}

async function refresh(chain: Chain, cached: CachedMarket): Promise<Market> {
  try {
    const market = await readMarket(chain)
    cached.market = market
    cached.readAt = Date.now()
    return market
  } finally {
    cached.reading = null
  }
}
