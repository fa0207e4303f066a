import fc from 'fast-check'
import { type Address, pad, toEventSelector, toHex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { EVENT_KEYS, type EventKey } from '@/schemas/indexer/words'
import { propertyRuns } from '@/server/testing/proof'
import { CONTRACT, erc20, layoutOf, logOf, ONE, STAKED, TWO, typesOf } from './encoded-logs.test-data'
import { LAYOUTS } from './layouts'
import { eventIdOf, matchLog, toEventReaders } from './match-log'

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
