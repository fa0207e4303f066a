import { type Hex, size } from 'viem'
import { ESTIMATE_MARGIN_PERCENT, FLOOR_GAS_PER_BYTE } from '@/server/chains/evm/gas-figures'
import type { Simulation } from '@/server/chains/evm/simulate'

/** No transaction may have more (EIP-7825). */
const MAX_GAS = 16_777_216n
/** For a call that cannot be judged before earlier ones of the wallet are mined. */
const UNKNOWN_CALL_GAS = 1_000_000n
/** A contract's code is paid for by the byte, beside its data. */
const CODE_GAS_PER_BYTE = 200n

/**
 * The gas limit of a signed call, in gas: the simulated gas, a margin, and `spareGas`. A generous limit if the
 * simulation has no result yet.
 */
export function callGasLimit(simulation: Simulation, data: Hex, { creates = false, spareGas = 0n } = {}): bigint {
  const perByte = FLOOR_GAS_PER_BYTE + (creates ? CODE_GAS_PER_BYTE : 0n)
  if (!simulation.ok) return UNKNOWN_CALL_GAS + BigInt(size(data)) * perByte
  const wanted = (simulation.gas * ESTIMATE_MARGIN_PERCENT) / 100n + spareGas
  if (wanted <= MAX_GAS) return wanted
  return simulation.gas > MAX_GAS ? simulation.gas : MAX_GAS
}
