import { currentFees } from '@/server/chains/evm/fees'
import { callGasOf, carrierGasOf } from '@/server/chains/evm/operation-gas'
import type { Chain } from '@/server/chains/registry'
import { isRelayed } from './is-relayed'

/** Two replacements at 12.5 % each, on top of fees that already allow for twice the base fee. */
const REPLACEMENTS_PERCENT = 127n

type Call = { gasLimit: bigint; dataBytes: number }

/**
 * What an EVM call may cost at most, in wei: its gas limit, with what a relayer needs around it, at the highest fee it may be replaced
 * with. Throws RpcUnavailableError without fresh fees.
 */
export async function estimateFee(chain: Chain, { gasLimit, dataBytes }: Call): Promise<bigint> {
  const { maxFeePerGas } = await currentFees(chain)
  const raised = (maxFeePerGas * REPLACEMENTS_PERCENT) / 100n
  const perGas = raised < chain.maxFeePerGasCap ? raised : chain.maxFeePerGasCap
  const gas = isRelayed(chain) ? carrierGasOf(callGasOf(gasLimit), dataBytes) : gasLimit
  return gas * perGas
}
