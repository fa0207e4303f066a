import { currentFees } from '@/server/chains/evm/fees'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import { callGasOf, carrierGasOf, DELEGATION_GAS } from '@/server/chains/evm/operation-gas'
import type { Chain } from '@/server/chains/registry'
import { isRelayed } from './is-relayed'

/** Two replacements at 12.5 % each, on top of fees that already allow for twice the base fee. */
const REPLACEMENTS_PERCENT = 127n
/** A signed transaction beside its calldata; a relayer's calldata beside that of the call it carries. */
const ENVELOPE_BYTES = 130
const OPERATION_BYTES = 650

type Call = {
  gasLimit: bigint
  dataBytes: number
  /** The wallet's account may have to be pointed to the delegate contract first. */
  delegates: boolean
}

/**
 * What an EVM call may cost at most, in wei: its gas limit, with what a relayer needs around it and before it, at the highest fee it may
 * be replaced with, and what the first layer asks. Throws RpcUnavailableError without fresh fees.
 */
export async function estimateFee(chain: Chain, { gasLimit, dataBytes, delegates }: Call): Promise<bigint> {
  const isCarried = isRelayed(chain)
  const carriedBytes = isCarried ? OPERATION_BYTES : 0
  const [{ maxFeePerGas }, l1Fee, l1DelegationFee] = await Promise.all([
    currentFees(chain),
    l1FeeUpperBound(chain, ENVELOPE_BYTES + dataBytes + carriedBytes),
    delegates ? l1FeeUpperBound(chain, ENVELOPE_BYTES + OPERATION_BYTES) : 0n,
  ])
  const raised = (maxFeePerGas * REPLACEMENTS_PERCENT) / 100n
  const perGas = raised < chain.maxFeePerGasCap ? raised : chain.maxFeePerGasCap
  const gas = isCarried ? carrierGasOf(callGasOf(gasLimit), dataBytes) : gasLimit
  return (gas + (delegates ? DELEGATION_GAS : 0n)) * perGas + l1Fee + l1DelegationFee
}
