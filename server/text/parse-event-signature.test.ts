import { toEventSignature } from 'viem'
import { expect, test } from 'vitest'
import { parseEventSignature } from './parse-event-signature'

const signatureOf = (text: string) => {
  const found = parseEventSignature(text)
  return 'event' in found ? toEventSignature(found.event) : found.problem
}

test.each([
  ['event Staked(address indexed user, uint256 amount)', 'Staked(address,uint256)'],
  ['event Staked(address indexed, uint)', 'Staked(address,uint256)'],
  ['event Nothing()', 'Nothing()'],
  ['event Mixed((uint8 kind, bytes data)[] parts, string[2] names)', 'Mixed((uint8,bytes)[],string[2])'],
])('%s is an event', (text, signature) => {
  expect(signatureOf(text)).toBe(signature)
})

test.each([
  ['transfers', 'neither a key'],
  ['function pay(uint256 amount)', 'neither a key'],
  ['event Paid(uint7 amount)', 'neither a key'],
  ['event Paid(uint256 amount', 'neither a key'],
  ['event Paid(uint256,)', 'neither a key'],
  ['event Paid(,uint256)', 'neither a key'],
  ['event Paid(uint256) event Other()', 'neither a key'],
  ['event Paid(Order order)', 'neither a key'],
  ['event Paid(uint256 a) anonymous', 'anonymous'],
  ['event Paid(uint8 indexed a, uint8 indexed b, uint8 indexed c, uint8 indexed d)', 'at most 3 indexed'],
  ['event Paid(uint8 a, uint8 a)', 'same name'],
  ['event Paid((uint8 a, uint8 a) both)', 'same name'],
  ['event Paid(function callback)', 'is no type'],
  ['event Paid(uint8[0][] nothing)', 'is no type'],
  ['event Paid(uint8[1000000000] all)', 'is no type'],
  ['event Paid(uint8[][][] deep)', 'is no type'],
  ['event Paid(((((uint8 a) b) c) d) e)', 'too deep'],
  [`event Paid(${Array.from({ length: 33 }, (_, n) => `bool b${n}`).join(', ')})`, 'at most'],
  [`event Paid(uint256 ${'a'.repeat(500)})`, 'at most 500'],
])('%s is refused', (text, problem) => {
  expect(signatureOf(text)).toContain(problem)
})
