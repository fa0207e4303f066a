import fc from 'fast-check'
import {
  type AbiEvent,
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  pad,
  toEventSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { EVENT_KEYS, type EventKey } from '@/schemas/indexer/words'
import { propertyRuns } from '@/server/testing/proof'
import { toDeclaration } from '@/server/text/parse-event-signature'
import { anyEvent } from './any-event.test-data'
import { decodeLog } from './decode-log'
import { LAYOUTS } from './layouts'
import { eventIdOf, matchLog, toEventReaders } from './match-log'

const CONTRACT = '0x00000000000000000000000000000000000000cc'
const ONE = '0x00000000000000000000000000000000000000A1'
const TWO = '0x00000000000000000000000000000000000000b2'
const STAKED = 'event Staked(address indexed from, uint256 amount, string note)'

/** A log of an event with these values. */
function logOf(event: AbiEvent, values: Record<string, unknown>) {
  const plain = event.inputs.filter(({ indexed }) => !indexed)
  const data = encodeAbiParameters(
    plain,
    plain.map(({ name }) => values[name ?? '']),
  )
  return { address: CONTRACT as Address, topics: encodeEventTopics({ abi: [event], args: values }) as Hex[], data }
}
const layoutOf = (standard: string, name: string): AbiEvent => {
  const found = LAYOUTS.find((layout) => layout.standard === standard && layout.event.name === name)
  if (!found) throw new Error(`no ${name} of ${standard}`)
  return found.event
}
const erc20 = layoutOf('ERC-20', 'Transfer')
const typesOf = (events: readonly string[], log: ReturnType<typeof logOf>) =>
  matchLog(toEventReaders(events), log).events.map(({ eventType }) => eventType)

describe('a transfer', () => {
  test('is one delivery, under the most specific requested key', () => {
    const party = fc.constantFrom<Address>(zeroAddress, ONE, TWO)
    fc.assert(
      fc.property(
        fc.subarray([...EVENT_KEYS]),
        party,
        party,
        fc.constantFrom('ERC-20', 'ERC-721'),
        (keys, from, to, standard) => {
          const log = logOf(layoutOf(standard, 'Transfer'), { from, to, value: 5n, tokenId: 5n })
          const fitting: EventKey[] = [
            ...(from === zeroAddress ? (['mint'] as const) : []),
            ...(to === zeroAddress ? (['burn'] as const) : []),
            'transfer',
          ]
          const expected = fitting.find((key) => keys.includes(key))
          expect(matchLog(toEventReaders(keys), log)).toMatchObject({ isUndecodable: false })
          expect(typesOf(keys, log)).toEqual(expected ? [expected] : [])
        },
      ),
      propertyRuns(),
    )
  })

  test('names sender, recipient and amount: the value of a fungible token, 1 of a unique one', () => {
    const wanted = toEventReaders(['transfer'])
    expect(matchLog(wanted, logOf(erc20, { from: ONE, to: TWO, value: 10n ** 30n })).events).toEqual([
      {
        eventType: 'transfer',
        from: ONE,
        to: TWO,
        amount: (10n ** 30n).toString(),
        decoded: { from: ONE, to: TWO, value: (10n ** 30n).toString() },
        ordinal: null,
      },
    ])
    const unique = matchLog(wanted, logOf(layoutOf('ERC-721', 'Transfer'), { from: ONE, to: TWO, tokenId: 7n }))
    expect(unique.events).toMatchObject([{ amount: '1', decoded: { tokenId: '7' } }])
  })

  test('in a batch is one delivery for each id, numbered in order', () => {
    const parties = { operator: ONE, from: zeroAddress, to: TWO }
    const batch = logOf(layoutOf('ERC-1155', 'TransferBatch'), { ...parties, ids: [3n, 3n, 9n], values: [1n, 2n, 3n] })
    const { events } = matchLog(toEventReaders(['mint']), batch)
    expect(events.map(({ ordinal, amount, decoded }) => [ordinal, amount, decoded.id])).toEqual([
      [0, '1', '3'],
      [1, '2', '3'],
      [2, '3', '9'],
    ])
    expect(events[1]).toMatchObject({ eventType: 'mint', from: zeroAddress, to: TWO })
    expect(events[0]?.decoded).toEqual({ operator: ONE, from: zeroAddress, to: TWO, id: '3', value: '1' })
    expect(events.map(({ ordinal }) => eventIdOf('0xab', 4, ordinal))).toEqual(['0xab:4:0', '0xab:4:1', '0xab:4:2'])
    expect(eventIdOf('0xab', 4, null)).toBe('0xab:4')
  })

  test('in a batch with lists of different lengths is none, in an empty batch nothing', () => {
    const batch = layoutOf('ERC-1155', 'TransferBatch')
    const parties = { operator: ONE, from: ONE, to: TWO }
    const wanted = toEventReaders(['transfer'])
    expect(matchLog(wanted, logOf(batch, { ...parties, ids: [1n, 2n], values: [1n] }))).toEqual({
      events: [],
      isUndecodable: true,
    })
    expect(matchLog(wanted, logOf(batch, { ...parties, ids: [], values: [] }))).toEqual({
      events: [],
      isUndecodable: false,
    })
  })
})

test('every layout of the catalog is delivered under each of its keys, with parties and an amount as text', () => {
  const exampleOf = (type: string) => {
    if (type === 'address') return zeroAddress
    if (type === 'bool') return true
    if (type === 'bytes32') return pad('0x01')
    return type.endsWith('[]') ? [1n] : type === 'int24' ? 1 : 1n
  }
  for (const { event, keys } of LAYOUTS) {
    const values = Object.fromEntries(event.inputs.map(({ name, type }) => [name ?? '', exampleOf(type)]))
    for (const key of keys) {
      const { events } = matchLog(toEventReaders([key]), logOf(event, values))
      expect(events).toHaveLength(1)
      expect(events[0]).toMatchObject({
        eventType: key,
        from: expect.stringMatching(/^0x/),
        to: expect.stringMatching(/^0x/),
      })
      expect(events[0]?.amount).toMatch(/^\d+$/)
    }
  }
  expect(new Set(LAYOUTS.flatMap(({ keys }) => keys))).toEqual(new Set(EVENT_KEYS))
})

test('no two layouts of a topic have the same number of indexed inputs', () => {
  const shapes = LAYOUTS.map(
    ({ event }) => `${toEventSelector(event)} ${event.inputs.filter(({ indexed }) => indexed).length}`,
  )
  expect(new Set(shapes).size).toBe(shapes.length)
})

describe('an event by its signature', () => {
  const staked = toEventReaders([STAKED])
  const event: AbiEvent = {
    type: 'event',
    name: 'Staked',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'amount', type: 'uint256' },
      { name: 'note', type: 'string' },
    ],
  }

  test('is delivered under its name with its values', () => {
    expect(matchLog(staked, logOf(event, { from: ONE, amount: 3n, note: 'ünd' })).events).toEqual([
      {
        eventType: 'Staked',
        from: ONE,
        to: CONTRACT,
        amount: '3',
        decoded: { from: ONE, amount: '3', note: 'ünd' },
        ordinal: null,
      },
    ])
  })

  test('counts as undecodable if a log has its topic and another content', () => {
    const log = logOf(event, { from: ONE, amount: 3n, note: '' })
    const [topic = '0x'] = log.topics
    expect(matchLog(staked, { ...log, topics: [topic] })).toEqual({ events: [], isUndecodable: true })
  })

  test('yields to the catalog where both read a log, and reads what the catalog cannot', () => {
    const both = ['event Transfer(address indexed from, address indexed to, uint256 worth)', 'transfer']
    expect(typesOf(both, logOf(erc20, { from: ONE, to: TWO, value: 1n }))).toEqual(['transfer'])
    const bare = 'event Transfer(address from, address to, uint256 tokenId)'
    const old: AbiEvent = { ...erc20, inputs: erc20.inputs.map((input) => ({ ...input, indexed: false })) }
    const log = logOf(old, { from: ONE, to: TWO, value: 5n })
    expect(matchLog(toEventReaders(['transfer']), log)).toEqual({ events: [], isUndecodable: true })
    expect(matchLog(toEventReaders(['transfer', bare]), log)).toMatchObject({
      events: [{ eventType: 'Transfer', decoded: { tokenId: '5' } }],
      isUndecodable: false,
    })
  })
})

describe('declarations of one topic that differ in their indexed inputs', () => {
  const PLACES = ['', 'indexed ']
  const moved = (from: string, to: string) => `event Moved(address ${from}one, address ${to}other)`
  const all = PLACES.flatMap((from) => PLACES.map((to) => moved(from, to)))
  const event = (from: boolean, to: boolean): AbiEvent => ({
    type: 'event',
    name: 'Moved',
    inputs: [
      { name: 'one', type: 'address', indexed: from },
      { name: 'other', type: 'address', indexed: to },
    ],
  })

  test('each read the logs with as many topics', () => {
    for (const texts of [
      [all[0], all[3]],
      [all[3], all[0]],
    ].map((pair) => pair.map(String))) {
      for (const isIndexed of [true, false]) {
        const { events, isUndecodable } = matchLog(
          toEventReaders(texts),
          logOf(event(isIndexed, isIndexed), { one: ONE, other: TWO }),
        )
        expect([events.map(({ decoded }) => decoded), isUndecodable]).toEqual([[{ one: ONE, other: TWO }], false])
      }
      const log = logOf(event(true, false), { one: ONE, other: TWO })
      expect(matchLog(toEventReaders(texts), log)).toEqual({ events: [], isUndecodable: true })
    }
  })

  test('read nothing where two fit and return different values', () => {
    const either = toEventReaders([moved('indexed ', ''), moved('', 'indexed ')])
    const log = logOf(event(true, false), { one: ONE, other: TWO })
    expect(matchLog(either, log)).toEqual({ events: [], isUndecodable: true })
    const same = logOf(event(true, false), { one: ONE, other: ONE })
    expect(matchLog(either, same)).toMatchObject({
      events: [{ decoded: { one: ONE, other: ONE } }],
      isUndecodable: false,
    })
  })

  test('never read a log as another event, whatever is declared and whatever the contract indexes', () => {
    const anyPlaces = fc.array(fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), { maxLength: 4 })
    fc.assert(
      fc.property(anyEvent, anyPlaces, fc.boolean(), ({ event: real, log, said }, places, isDeclared) => {
        const others = places
          .map((flags) => ({
            ...real,
            inputs: real.inputs.map((input, n) => ({ ...input, indexed: flags[n] === true })),
          }))
          .filter((other) => indexedOf(other) <= 3)
        const declared = isDeclared ? [...others, real] : others
        const { events, isUndecodable } = matchLog(toEventReaders(textsOf(declared)), { ...log, address: CONTRACT })
        const fitting = declared.filter((each) => decodeLog(each, log) !== null)
        expect(fitting.every((each) => log.topics.length === 1 + indexedOf(each))).toBe(true)
        const readings = new Set(fitting.map((each) => JSON.stringify(decodeLog(each, log))))
        expect(events).toHaveLength(readings.size === 1 ? 1 : 0)
        expect(isUndecodable).toBe(declared.length > 0 && events.length === 0)
        if (isDeclared && readings.size === 1) expect(events[0]?.decoded).toEqual(said)
      }),
      propertyRuns(300, 10_000),
    )
  })
})

const indexedOf = ({ inputs }: AbiEvent) => inputs.filter(({ indexed }) => indexed).length
/** The declarations as the API stores them, without duplicates. */
const textsOf = (events: readonly AbiEvent[]) => [
  ...new Set(events.map((event) => toDeclaration(JSON.stringify(event)))),
]

test('never throws, whatever a contract writes, and ignores what nobody requested', () => {
  const anyHex = fc.uint8Array({ maxLength: 200 }).map((bytes) => toHex(bytes))
  const topics = LAYOUTS.map(({ event }) => toEventSelector(event))
  const anyTopic = fc.oneof(
    fc.constantFrom(...topics),
    anyHex,
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((n) => toHex(n, { size: 32 })),
  )
  const wanted = toEventReaders([...EVENT_KEYS, STAKED])
  fc.assert(
    fc.property(fc.array(anyTopic, { maxLength: 5 }), anyHex, (drawn, data) => {
      const match = matchLog(wanted, { address: CONTRACT, topics: drawn, data })
      const isKnown = drawn[0] !== undefined && wanted.has(drawn[0])
      if (!isKnown) expect(match).toEqual({ events: [], isUndecodable: false })
      expect(match.isUndecodable && match.events.length > 0).toBe(false)
    }),
    propertyRuns(200, 10_000),
  )
})
