import fc from 'fast-check'
import type { AbiEvent } from 'viem'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { toDeclaration } from '@/server/text/parse-event-signature'
import { anyEvent } from './any-event.test-data'
import { decodeLog } from './decode-log'
import { CONTRACT, erc20, logOf, ONE, STAKED, TWO, typesOf } from './encoded-logs.test-data'
import { matchLog, toEventReaders } from './match-log'

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
