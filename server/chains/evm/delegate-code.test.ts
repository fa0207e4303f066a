import { getContractAddress, slice } from 'viem'
import { expect, test } from 'vitest'
import { delegateAddress } from './delegate'
import { CREATE2_DEPLOYER, delegateDeployment } from './delegate-code'

test('the delegate is deployed where wallets on chains point to', () => {
  const [salt, bytecode] = [slice(delegateDeployment(), 0, 32), slice(delegateDeployment(), 32)]
  const address = getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt, bytecode })
  // Another address means another contract: the wallets that point to this one would need a new delegation.
  expect(address).toBe('0x359Fc72a1db80d1DA237c8CE3635e9bD14A7AB2c')
  expect(delegateAddress()).toBe(address)
})
