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

export type Call = {
  gasLimit: bigint
  dataBytes: number
  /** The wallet's account may have to be pointed to the delegate contract first. */
  delegates: boolean
}
/** What gas costs now, and what the first layer asks at most for all that carries a call. */
export type UnitFees = { maxFeePerGas: bigint; l1Fee: bigint }

/**
 * What an EVM call may cost at most, in wei: its gas limit, with what a relayer needs around it and before it, at the highest fee it may
 * be replaced with, and what the first layer asks. Throws RpcUnavailableError without fresh fees.
 */
export async function estimateFee(chain: Chain, call: Call): Promise<bigint> {
  return worstFeeAt(chain, call, await readUnitFees(chain, call))
}

/** The same at fees that are known. */
export function worstFeeAt(chain: Chain, { gasLimit, dataBytes, delegates }: Call, fees: UnitFees): bigint {
  const raised = (fees.maxFeePerGas * REPLACEMENTS_PERCENT) / 100n
  const perGas = raised < chain.maxFeePerGasCap ? raised : chain.maxFeePerGasCap
  const gas = isRelayed(chain) ? carrierGasOf(callGasOf(gasLimit), dataBytes) : gasLimit
  return (gas + (delegates ? DELEGATION_GAS : 0n)) * perGas + fees.l1Fee
}

export async function readUnitFees(chain: Chain, { dataBytes, delegates }: Omit<Call, 'gasLimit'>): Promise<UnitFees> {
  const carriedBytes = isRelayed(chain) ? OPERATION_BYTES : 0
  const [{ maxFeePerGas }, l1Fee, l1DelegationFee] = await Promise.all([
    currentFees(chain),
    l1FeeUpperBound(chain, ENVELOPE_BYTES + dataBytes + carriedBytes),
    delegates ? l1FeeUpperBound(chain, ENVELOPE_BYTES + OPERATION_BYTES) : 0n,
  ])
  return { maxFeePerGas, l1Fee: l1Fee + l1DelegationFee }
}
