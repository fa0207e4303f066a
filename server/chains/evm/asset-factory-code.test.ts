import { getContractAddress, size, slice } from 'viem'
import { expect, test } from 'vitest'
import { assetTokenRuntimeBytecode } from '@/contracts/generated/asset-token'
import { yieldTokenRuntimeBytecode } from '@/contracts/generated/yield-token'
import { assetFactoryAddress } from './asset-factory'
import { assetFactoryDeployment } from './asset-factory-code'
import { CREATE2_DEPLOYER } from './delegate-code'

const MAX_CREATION_CODE_BYTES = 49_152
const MAX_CODE_BYTES = 24_576

test('the asset factory is deployed where assets are predicted from', () => {
  const [salt, bytecode] = [slice(assetFactoryDeployment(), 0, 32), slice(assetFactoryDeployment(), 32)]
  const address = getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt, bytecode })
  expect(assetFactoryAddress()).toBe(address)
})

test('every chain takes the code of the factory (EIP-3860) and of the assets (EIP-170)', () => {
  expect(size(slice(assetFactoryDeployment(), 32))).toBeLessThanOrEqual(MAX_CREATION_CODE_BYTES)
  expect(size(assetTokenRuntimeBytecode)).toBeLessThanOrEqual(MAX_CODE_BYTES)
  expect(size(yieldTokenRuntimeBytecode)).toBeLessThanOrEqual(MAX_CODE_BYTES)
})
