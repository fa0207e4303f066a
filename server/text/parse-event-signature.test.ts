import fc from 'fast-check'
import { parseAbiItem, toEventSignature } from 'viem'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { parseEventSignature, toDeclaration } from './parse-event-signature'

const signatureOf = (text: string) => {
  const found = parseEventSignature(text)
  return 'event' in found ? toEventSignature(found.event) : found.problem
}

test.each([
  ['event Staked(address indexed user, uint256 amount)', 'Staked(address,uint256)'],
  ['event Staked(address indexed, uint)', 'Staked(address,uint256)'],
  ['event Nothing()', 'Nothing()'],
  ['event Mixed((uint8 kind, bytes data)[] parts, string[2] names)', 'Mixed((uint8,bytes)[],string[2])'],
  ['event Mixed(tuple(uint8 kind, address token) one, tuple(bool)[2][] many)', 'Mixed((uint8,address),(bool)[2][])'],
  ['event Failure(uint error, uint info, uint detail)', 'Failure(uint256,uint256,uint256)'],
  [
    'event Odd(bool reference, bool default, bool match, bool of, bool final, bool tuple, bool event)',
    `Odd(${'bool,'.repeat(6)}bool)`,
  ],
  ['event address(address address)', 'address(address)'],
  ['event Paid(uint256 a);', 'Paid(uint256)'],
  ['  event  Paid  ( uint256   a ,  bool )  ; ', 'Paid(uint256,bool)'],
  ['event Paid(\n  uint256 a,\n\tbool indexed b\n)', 'Paid(uint256,bool)'],
])('%s is an event', (text, signature) => {
  expect(signatureOf(text)).toBe(signature)
})

test.each([
  ['transfers', 'neither a key'],
  ['function pay(uint256 amount)', 'neither a key'],
  ['event Paid(uint7 amount)', 'uint7 is not a valid type'],
  ['event Paid(uint08 amount)', 'uint08 is not a valid type'],
  ['event Paid(uint264 amount)', 'uint264 is not a valid type'],
  ['event Paid(bytes33 all)', 'bytes33 is not a valid type'],
  ['event Paid(uint256 amount', 'neither a key'],
  ['event Paid(uint256,)', 'neither a key'],
  ['event Paid(,uint256)', 'neither a key'],
  ['event Paid(uint256) event Other()', 'neither a key'],
  ['event Paid(Order order)', 'Order is not a valid type'],
  ['event Paid(uint256 a b)', 'neither a key'],
  ['event Paid(uint256 a) nonsense', 'neither a key'],
  ['event Paid(uint256 a));', 'neither a key'],
  ['event Paid(uint256-a)', 'neither a key'],
  ['event (uint256 a)', 'neither a key'],
  ['event Paid(tuple() none)', 'tuple is empty'],
  ['event Paid((uint8 indexed a) one)', 'cannot be indexed'],
  [`event ${'P'.repeat(65)}(uint256)`, 'at most 64'],
  ['event Paid(uint256 a) anonymous', 'anonymous'],
  ['event Paid(uint8 indexed a, uint8 indexed b, uint8 indexed c, uint8 indexed d)', 'at most 3 indexed'],
  ['event Paid(uint8 a, uint8 a)', 'same name'],
  ['event Paid((uint8 a, uint8 a) both)', 'same name'],
  ['event Paid(function callback)', 'function is not a valid type'],
  ['event Paid(uint8[0][] nothing)', '[0] is not a valid list'],
  ['event Paid(uint8[1000000000] all)', 'is not a valid list'],
  ['event Paid(uint8[][][] deep)', 'is not a valid list'],
  ['event Paid(((((uint8 a) b) c) d) e)', 'too deep'],
  [`event Paid(${Array.from({ length: 33 }, (_, n) => `bool b${n}`).join(', ')})`, 'at most'],
  [`event Paid(uint256 ${'a'.repeat(500)})`, 'at most 500'],
])('%s is refused', (text, problem) => {
  expect(signatureOf(text)).toContain(problem)
})

test('reads as viem does whatever viem reads', () => {
  const word = fc.constantFrom('address', 'bool', 'string', 'bytes', 'bytes1', 'bytes32', 'uint', 'int8', 'uint256')
  const type = fc.tuple(word, fc.constantFrom('', '[]', '[3]', '[][2]')).map((parts) => parts.join(''))
  const tuple = fc
    .tuple(fc.array(type, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '[]'))
    .map(([parts, list]) => `(${parts.map((part, n) => `${part} p${n}`).join(', ')})${list}`)
  const inputs = fc.array(fc.oneof(type, tuple), { maxLength: 6 })
  fc.assert(
    fc.property(inputs, fc.nat(3), (types, indexed) => {
      const text = `event Any(${types.map((each, n) => `${each}${n < indexed ? ' indexed' : ''} i${n}`).join(', ')})`
      expect(parseEventSignature(text)).toEqual({ event: parseAbiItem(text) })
    }),
    propertyRuns(),
  )
})

test('never throws, whatever is written', () => {
  const piece = fc.constantFrom(
    'event',
    ' ',
    '(',
    ')',
    ',',
    '[',
    ']',
    ';',
    'tuple',
    'indexed',
    'uint8',
    'a',
    '1',
    '\n',
    '-',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      expect(Object.keys(parseEventSignature(`event A(${pieces.join('')}`))).toHaveLength(1)
    }),
    propertyRuns(200),
  )
})

test.each([
  ['event Paid(\n\tuint256 a,\r\n  bool b\n) ;', 'event Paid( uint256 a, bool b ) ;'],
  ['{"type":"event","name":"Nothing","inputs":[]}', 'event Nothing()'],
  [
    '{"anonymous":false,"type":"event","name":"Paid","inputs":[{"indexed":true,"internalType":"address","name":"by","type":"address"},{"name":"","type":"uint256[2]"}]}',
    'event Paid(address indexed by, uint256[2])',
  ],
  [
    '{"type":"event","name":"Both","inputs":[{"name":"one","type":"tuple[]","components":[{"name":"a","type":"uint8"},{"name":"b","type":"tuple","components":[{"name":"c","type":"bool"}]}]}]}',
    'event Both((uint8 a, (bool c) b)[] one)',
  ],
  ['{"anonymous":true,"type":"event","name":"Paid","inputs":[]}', 'event Paid() anonymous'],
])('%s is written as %s', (text, declaration) => {
  expect(toDeclaration(text)).toBe(declaration)
})

test.each([
  '{',
  '{}',
  '{"type":"function","name":"pay","inputs":[]}',
  '{"type":"event","name":"Paid"}',
  '{"type":"event","inputs":[null]}',
])('%s is no event of an ABI and stays as it is', (text) => {
  expect(toDeclaration(text)).toBe(text)
  expect(parseEventSignature(text)).toHaveProperty('problem')
})
