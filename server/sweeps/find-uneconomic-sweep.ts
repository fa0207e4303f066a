import { MIN_FEE_MULTIPLE } from '@/schemas/sweeps/words'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import type { Tenant } from '@/server/ctx'
import { usdMicrosDown, usdMicrosUp } from '@/server/money/usd'
import { findPrice } from '@/server/prices/find-price'
import { expectedTransferFee } from '@/server/transactions/prepare/estimate-transfer-fee'

/** The asset that a rule moves; `tokenAddress` is null for the native coin. */
export type RuleAsset = { tokenAddress: string | null; decimals: number; symbol: string }

type Sweep = { chain: Chain; asset: RuleAsset; from: string; toAddress: string; units: bigint }

/** In micro-dollars. */
type Cost = { valueMicros: bigint; feeMicros: bigint }

/**
 * The value and the fee of a sweep at current prices if the fee is too high for the value; else null. Always null on
 * testnets and without a price. Throws unavailable if the chain cannot be read.
 */
export async function findUneconomicSweep(tenant: Tenant, sweep: Sweep): Promise<Cost | null> {
  const { chain, asset, from, toAddress, units } = sweep
  if (chain.network === 'TESTNET') return null
  const [price, coinPrice] = await Promise.all([findPrice(asset.symbol), findPrice(chain.nativeSymbol)])
  if (!price || !coinPrice) return null
  const transfer = { chain, from, toAddress, asset, amountUnits: units }
  const feeUnits = await readFromChain(() => expectedTransferFee(tenant, transfer))
  const valueMicros = usdMicrosDown(units, asset.decimals, price.priceE8)
  const feeMicros = usdMicrosUp(feeUnits, chain.nativeDecimals, coinPrice.priceE8)
  return valueMicros < feeMicros * MIN_FEE_MULTIPLE ? { valueMicros, feeMicros } : null
}
