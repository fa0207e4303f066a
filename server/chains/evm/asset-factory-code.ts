import { type Hex, pad } from 'viem'
import { assetFactoryBytecode } from '@/contracts/generated/asset-factory'

/** Calldata for the CREATE2 deployer: salt zero and the creation code of AssetFactory, which creates the two implementations itself. */
export function assetFactoryDeployment(): Hex {
  return `${pad('0x')}${assetFactoryBytecode.slice(2)}`
}
