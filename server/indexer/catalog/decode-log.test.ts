import fc from 'fast-check'
import {
  type AbiEvent,
  concatHex,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  toEventSelector,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { anyEvent } from './any-event.test-data'
import { decodeLog, isDynamic } from './decode-log'
import { LAYOUTS } from './layouts'

const word = (value: bigint | number): Hex => toHex(value, { size: 32 })
const ONE = '0x00000000000000000000000000000000000000A1'
const TWO = '0x00000000000000000000000000000000000000b2'
const topicOf = (address: Hex) => encodeAbiParameters([{ type: 'address' }], [address])
const [erc20, erc721] = LAYOUTS.map(({ event }) => event)
if (!erc20 || !erc721) throw new Error('the catalog has lost its transfers')
const TRANSFER = toEventSelector(erc20)

test('decodes every event to exactly what was encoded', () => {
  fc.assert(
    fc.property(anyEvent, ({ event, log, said }) => {
      expect(decodeLog(event, log)).toEqual(said)
    }),
    propertyRuns(200, 10_000),
  )
})

const junkTopic = fc.oneof(
  fc.constant(TRANSFER),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => toHex(bytes)),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(word),
)
const junk = fc.record({
  topics: fc.array(junkTopic, { maxLength: 6 }),
  data: fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => toHex(bytes)),
    fc
      .array(fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.bigInt({ min: 0n, max: 200n })), {
        maxLength: 12,
      })
      .map((words): Hex => concatHex(words.map(word))),
    fc.constantFrom<Hex>('0x', '0x0', `0x${'zz'.repeat(32)}`),
  ),
})

test('random bytes decode to no event and never throw', () => {
  fc.assert(
    fc.property(anyEvent, junk, fc.boolean(), ({ event }, { topics, data }, isNamed) => {
      const log = { topics: isNamed ? [toEventSelector(event), ...topics] : topics, data }
      const decoded = decodeLog(event, log)
      if (decoded === null) return
      // A decoded log must equal the output of an encoder wherever only one encoding exists.
      const plain = event.inputs.filter(({ indexed }) => !indexed)
      expect(log.topics[0]).toBe(toEventSelector(event))
      expect(log.topics.length).toBe(event.inputs.length - plain.length + 1)
      if (plain.length === 0) expect(data).toBe('0x')
      else if (!plain.some(isDynamic)) expect((data.length - 2) % 64).toBe(0)
    }),
    propertyRuns(200, 10_000),
  )
})

const anyWord = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 0n, max: 2n ** 160n }),
  fc.bigInt({ min: 0n, max: 3n }),
)
const simple = fc.record({ type: fc.constantFrom('address', 'uint256', 'bool', 'bytes32'), value: anyWord.map(word) })

test('a one-word value decodes like with the general decoder, and to nothing if no encoder writes it so', () => {
  const strictly = ({ type, value }: { type: string; value: Hex }) => {
    const [read] = decodeAbiParameters([{ type }], value)
    return encodeAbiParameters([{ type }], [read]) === value ? read : null
  }
  const read = (one: { type: string; value: Hex }) => {
    try {
      return strictly(one)
    } catch {
      return null
    }
  }
  fc.assert(
    fc.property(fc.array(simple, { minLength: 1, maxLength: 4 }), (words) => {
      const inputs = words.map(({ type }, n) => ({ name: `w${n}`, type, indexed: false }))
      const event: AbiEvent = { type: 'event', name: 'Any', inputs }
      const data = concatHex(words.map(({ value }) => value))
      const said = words.map(read).map((value) => (typeof value === 'bigint' ? value.toString() : value))
      const decoded = decodeLog(event, { topics: [toEventSelector(event)], data })
      expect(decoded && Object.values(decoded)).toEqual(said.includes(null) ? null : said)
    }),
    propertyRuns(200, 10_000),
  )
})

test('distinguishes ERC-20 from ERC-721, which share a topic, by their indexed inputs', () => {
  const fungible = { topics: [TRANSFER, topicOf(ONE), topicOf(TWO)], data: word(2n ** 255n) }
  expect(decodeLog(erc20, fungible)).toEqual({ from: ONE, to: TWO, value: (2n ** 255n).toString() })
  expect(decodeLog(erc721, fungible)).toBeNull()
  const unique = { topics: [TRANSFER, topicOf(ONE), topicOf(TWO), word(7)], data: '0x' } as const
  expect(decodeLog(erc721, unique)).toEqual({ from: ONE, to: TWO, tokenId: '7' })
  expect(decodeLog(erc20, unique)).toBeNull()
})

const from = topicOf(ONE)
test.each<[string, Hex[], Hex]>([
  ['nothing indexed (tokens before the standard)', [TRANSFER], concatHex([from, from, word(1)])],
  ['an address with more than twenty bytes', [TRANSFER, word(2n ** 160n + 1n), from], word(1)],
  ['data that is cut off', [TRANSFER, from, from], toHex(1, { size: 31 })],
  ['more data than the event has', [TRANSFER, from, from], concatHex([word(1), word(2)])],
  ['no data', [TRANSFER, from, from], '0x'],
  ['a topic of another length', [TRANSFER, from, ONE], word(1)],
  ['no topics (an anonymous event)', [], word(1)],
])('does not decode a transfer with %s', (_what, topics, data) => {
  expect(decodeLog(erc20, { topics, data })).toBeNull()
})

const noted = (type: string): AbiEvent => ({ type: 'event', name: 'Noted', inputs: [{ type, name: 'it' }] })
const logOf = (event: AbiEvent, ...words: (bigint | number)[]) => ({
  topics: [toEventSelector(event)],
  data: concatHex(words.map(word)),
})

test('a value out of the range of its type does not decode', () => {
  expect(decodeLog(noted('bool'), logOf(noted('bool'), 2))).toBeNull()
  expect(decodeLog(noted('uint8'), logOf(noted('uint8'), 256))).toBeNull()
  expect(decodeLog(noted('bytes4'), logOf(noted('bytes4'), 1))).toBeNull()
  expect(decodeLog(noted('uint8'), logOf(noted('uint8'), 255))).toEqual({ it: '255' })
})

test('a string that is not valid UTF-8 stays hex', () => {
  const event = noted('string')
  const data = encodeAbiParameters([{ type: 'bytes' }], ['0xc328'])
  expect(decodeLog(event, { topics: [toEventSelector(event)], data })).toEqual({ it: '0xc328' })
})

test('lists that claim to be longer than their data are refused quickly', () => {
  const event = noted('uint256[][]')
  // Each of a thousand lists points to the same thousand items: a million values from 64 KB.
  const many = 1_000
  const inner = [many, ...Array.from({ length: many }, () => 1)]
  const words = [32, many, ...Array.from({ length: many }, () => many * 32), ...inner]
  expect(decodeLog(event, logOf(event, ...words))).toBeNull()
  expect(decodeLog(event, logOf(event, 32, 2n ** 255n))).toBeNull()
})
