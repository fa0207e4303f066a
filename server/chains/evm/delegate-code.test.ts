import { getContractAddress, slice } from 'viem'
import { expect, test } from 'vitest'
import { delegateAddress } from './delegate'
import { CREATE2_DEPLOYER, delegateDeployment } from './delegate-code'

test('the delegate is deployed where wallets on chains point to', () => {
  const [salt, bytecode] = [slice(delegateDeployment(), 0, 32), slice(delegateDeployment(), 32)]
  const address = getContractAddress({ opcode: 'CREATE2', from: CREATE2_DEPLOYER, salt, bytecode })
  // Another address means another contract: the wallets that point to this one would have to be delegated anew.
  expect(address).toBe('0x53A38eaA1a8ffa7DE8DF98fe8e7f8adEFA68F19E')
  expect(delegateAddress()).toBe(address)
})
