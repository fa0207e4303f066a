import { type Hex, pad } from 'viem'
import { assetFactoryBytecode } from '@/contracts/generated/asset-factory'

/** Measured: 10,000,000. Unused gas costs nothing. It is below the maximum of a transaction (EIP-7825). */
export const ASSET_FACTORY_GAS = 14_000_000n

/**
 * Calldata for the CREATE2 deployer: salt zero and the creation code of AssetFactory, which creates the two
 * implementations itself.
 */
export function assetFactoryDeployment(): Hex {
  return `${pad('0x')}${assetFactoryBytecode.slice(2)}`
}
