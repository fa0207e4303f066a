import { getContractAddress, type Hex, hexToBytes, size, slice } from 'viem'
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

/** PUSH0 of Shanghai; BLOBHASH, BLOBBASEFEE, TLOAD, TSTORE and MCOPY of Cancun. */
const NEWER_OPCODES = [0x5f, 0x49, 0x4a, 0x5c, 0x5d, 0x5e]

/** The instructions of code, without what PUSH1 to PUSH32 have behind them. */
function opcodesOf(code: Hex): Set<number> {
  const bytes = hexToBytes(code)
  const found = new Set<number>()
  for (let at = 0; at < bytes.length; at++) {
    const opcode = bytes[at] ?? 0
    found.add(opcode)
    if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f
  }
  return found
}

test('chains that know nothing newer than London run the assets: their fork is not ours to choose', () => {
  const codes = [slice(assetFactoryDeployment(), 32), assetTokenRuntimeBytecode, yieldTokenRuntimeBytecode]
  for (const code of codes) expect(NEWER_OPCODES.filter((opcode) => opcodesOf(code).has(opcode))).toEqual([])
})

test('every chain takes the code of the factory (EIP-3860) and of the assets (EIP-170)', () => {
  expect(size(slice(assetFactoryDeployment(), 32))).toBeLessThanOrEqual(MAX_CREATION_CODE_BYTES)
  expect(size(assetTokenRuntimeBytecode)).toBeLessThanOrEqual(MAX_CODE_BYTES)
  expect(size(yieldTokenRuntimeBytecode)).toBeLessThanOrEqual(MAX_CODE_BYTES)
})
