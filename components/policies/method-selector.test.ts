import { expect, test } from 'vitest'
import { methodSelector } from './method-selector'

test.each([
  ['transfer(address,uint256)', '0xa9059cbb'],
  [' transfer(address to, uint256 amount) ', '0xa9059cbb'],
  ['transfer(address,uint)', '0xa9059cbb'],
  ['approve(address,uint256)', '0x095ea7b3'],
  ['pause()', '0x8456cb59'],
  ['exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', '0x04e45aaf'],
])('reads %j', (signature, selector) => {
  expect(methodSelector(signature)).toBe(selector)
})

test.each(['', 'transfer', 'transfer(', 'transfer(addres)', 'transfer(address,)', '0xa9059cbb', 'a(b) c()'])(
  'refuses %j',
  (signature) => {
    expect(methodSelector(signature)).toBeNull()
  },
)
