import { z } from 'zod'
import { gasPriceOracleSelectors } from '@/contracts/generated/gas-price-oracle'
import { lruPerProcess } from '@/db/lru-per-process'
import type { Chain } from '@/server/chains/registry'
import { callRpc, RpcUnavailableError } from '@/server/chains/rpc'

/** The oracle of first-layer fees on chains of the OP Stack. */
export const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000F'
const GET_L1_FEE_UPPER_BOUND = gasPriceOracleSelectors['getL1FeeUpperBound(uint256)']
/** The first layer's base fee may rise by an eighth a block until the transaction is mined. */
const MARGIN_PERCENT = 150n
const SIZE_STEP_BYTES = 64

const word = z.string().regex(/^0x[0-9a-f]{64}$/i)
const fees = () => lruPerProcess<bigint>('l1-fees', { max: 1_000, maxAgeMs: 5_000 })

/**
 * The maximum fee of the first layer for a signed transaction of this size, in wei, with a margin; 0 on chains without
 * such a fee. It is read from the chain's own oracle, at most every five seconds per size. Throws RpcUnavailableError,
 * and RpcError if the oracle does not answer.
 */
export async function l1FeeUpperBound(chain: Chain, rawSizeBytes: number): Promise<bigint> {
  if (chain.l1Fee === 'none') return 0n
  const size = Math.ceil(rawSizeBytes / SIZE_STEP_BYTES) * SIZE_STEP_BYTES
  const key = `${chain.chainId}:${size}`
  const cached = fees().get(key)
  if (cached !== undefined) return cached
  const data = GET_L1_FEE_UPPER_BOUND + size.toString(16).padStart(64, '0')
  const answer = await callRpc(chain, 'eth_call', [{ to: GAS_PRICE_ORACLE, data }, 'latest'])
  const reported = word.safeParse(answer)
  if (!reported.success) throw new RpcUnavailableError(`chain ${chain.chainId} has no oracle of first-layer fees`)
  const fee = (BigInt(reported.data) * MARGIN_PERCENT) / 100n
  fees().set(key, fee)
  return fee
}
