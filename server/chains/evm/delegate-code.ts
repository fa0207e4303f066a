import { type Address, type Hex, pad } from 'viem'
import { slipwayDelegateBytecode } from '@/contracts/generated/slipway-delegate'

/**
 * The deterministic deployment proxy, which has this address on every chain. Its calldata is a salt and creation code.
 */
export const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Measured: 1,640,000. Unused gas costs nothing. */
export const DEPLOYMENT_GAS = 2_500_000n

/** Calldata for the deployer: salt zero and the creation code of SlipwayDelegate. */
export function delegateDeployment(): Hex {
  return `${pad('0x')}${slipwayDelegateBytecode.slice(2)}`
}
