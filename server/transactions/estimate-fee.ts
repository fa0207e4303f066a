import { currentFees } from '@/server/chains/evm/fees'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import { callGasOf, carrierGasOf } from '@/server/chains/evm/operation-gas'
import type { Chain } from '@/server/chains/registry'
import { isRelayed } from './is-relayed'

/** Two replacements at 12.5 % each, on top of fees that already allow for twice the base fee. */
const REPLACEMENTS_PERCENT = 127n
/** A signed transaction beside its calldata; a relayer's calldata beside that of the call it carries. */
const ENVELOPE_BYTES = 130
const OPERATION_BYTES = 650

type Call = { gasLimit: bigint; dataBytes: number }

/**
 * What an EVM call may cost at most, in wei: its gas limit, with what a relayer needs around it, at the highest fee it may be replaced
 * with, and what the first layer asks. Throws RpcUnavailableError without fresh fees.
 */
export async function estimateFee(chain: Chain, { gasLimit, dataBytes }: Call): Promise<bigint> {
  const isCarried = isRelayed(chain)
  const rawBytes = ENVELOPE_BYTES + dataBytes + (isCarried ? OPERATION_BYTES : 0)
  const [{ maxFeePerGas }, l1Fee] = await Promise.all([currentFees(chain), l1FeeUpperBound(chain, rawBytes)])
  const raised = (maxFeePerGas * REPLACEMENTS_PERCENT) / 100n
  const perGas = raised < chain.maxFeePerGasCap ? raised : chain.maxFeePerGasCap
  const gas = isCarried ? carrierGasOf(callGasOf(gasLimit), dataBytes) : gasLimit
  return gas * perGas + l1Fee
}
