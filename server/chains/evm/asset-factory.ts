import type { Address } from 'viem'

/**
 * The address of AssetFactory on every chain: CREATE2 by the standard deployer with salt zero, so the address follows
 * from the contract's bytes alone. A test compares it with them. Another version of the contracts is another factory,
 * whose assets have other addresses.
 */
export function assetFactoryAddress(): Address {
  return '0x64FA0f6902FA561129C038C0Ffbe1e7183A25E11'
}
