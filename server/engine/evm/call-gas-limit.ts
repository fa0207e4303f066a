import { type Hex, size } from 'viem'
import type { Simulation } from '@/server/chains/evm/simulate'

/** The state may have moved by the time a call is mined; unused gas costs nothing. */
const MARGIN_PERCENT = 130n
/** No transaction may have more (EIP-7825). */
const MOST_GAS = 16_777_216n
/** For a call that cannot be judged before earlier ones of the wallet are mined. */
const UNKNOWN_CALL_GAS = 1_000_000n
/** Floor of the data's own price (EIP-7623). */
const GAS_PER_BYTE = 40n

/** Gas limit of a signed call, in gas: what the simulation took and a margin, or a generous one where it cannot tell yet. */
export function callGasLimit(simulation: Simulation, data: Hex): bigint {
  if (!simulation.ok) return UNKNOWN_CALL_GAS + BigInt(size(data)) * GAS_PER_BYTE
  const wanted = (simulation.gas * MARGIN_PERCENT) / 100n
  if (wanted <= MOST_GAS) return wanted
  return simulation.gas > MOST_GAS ? simulation.gas : MOST_GAS
}
