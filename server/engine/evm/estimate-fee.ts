import { currentFees } from '@/server/chains/evm/fees'
import {
  DELEGATION_BYTES,
  DELEGATION_GAS,
  ENVELOPE_BYTES,
  OPERATION_BYTES,
  REPLACEMENTS_PERCENT,
} from '@/server/chains/evm/gas-figures'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import { callGasOf, carrierGasOf } from '@/server/chains/evm/operation-gas'
import type { Chain } from '@/server/chains/registry'
import { isRelayed } from './is-relayed'

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
    delegates ? l1FeeUpperBound(chain, DELEGATION_BYTES) : 0n,
  ])
  return { maxFeePerGas, l1Fee: l1Fee + l1DelegationFee }
}
