import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { callKey, type Mined, matchMined, type Waiting } from './match-mined'

/** Only a few different calls, so that many are equal. */
const call = fc.record({
  to: fc.constantFrom('0xAA', '0xbb', null),
  value: fc.bigInt({ min: 0n, max: 1n }),
  data: fc.constantFrom('0x', '0x01'),
})
const mined: fc.Arbitrary<Mined[]> = fc
  .array(call, { maxLength: 12 })
  .map((calls) => calls.map((each, index) => ({ ...each, nonce: index + 5, hash: `hash ${index}` })))
const queued: fc.Arbitrary<Waiting[]> = fc
  .array(call, { maxLength: 12 })
  .map((calls) => calls.map((each, index) => ({ ...each, id: `row ${index}`, nonce: null })))
const signed: fc.Arbitrary<Waiting[]> = fc
  .uniqueArray(fc.tuple(call, fc.integer({ min: 0, max: 20 })), { maxLength: 6, selector: ([, nonce]) => nonce })
  .map((rows) => rows.map(([each, nonce], index) => ({ ...each, id: `signed ${index}`, nonce })))

const countOf = (calls: readonly (Mined | Waiting)[], key: string) =>
  calls.filter((each) => callKey(each) === key).length

test('n equal calls on chain match the n oldest queued rows with that call', () => {
  fc.assert(
    fc.property(mined, queued, (onChain, rows) => {
      const { matched } = matchMined(onChain, rows)
      for (const key of new Set(rows.map(callKey))) {
        const equal = rows.filter((row) => callKey(row) === key).map(({ id }) => id)
        const done = equal.filter((id) => matched.some((each) => each.id === id))
        expect(done).toEqual(equal.slice(0, Math.min(equal.length, countOf(onChain, key))))
      }
    }),
    propertyRuns(300),
  )
})

test('matches each row and transaction at most once, loses none, and matches only equal calls', () => {
  fc.assert(
    fc.property(mined, signed, queued, (onChain, onTheWay, waiting) => {
      const rows = [...onTheWay, ...waiting]
      const found = matchMined(onChain, rows)
      const hashes = [...found.matched.map(({ hash }) => hash), ...found.unmatched]
      expect(hashes.toSorted()).toEqual(onChain.map(({ hash }) => hash).toSorted())
      const ids = [...found.matched.map(({ id }) => id), ...found.waiting]
      expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
      for (const { id, hash } of found.matched) {
        const [row, taken] = [rows.find((each) => each.id === id), onChain.find((each) => each.hash === hash)]
        expect(row && callKey(row)).toBe(taken && callKey(taken))
        if (row?.nonce !== null) expect(row?.nonce).toBe(taken?.nonce)
      }
    }),
    propertyRuns(300),
  )
})

test('matching the rest again finds nothing', () => {
  fc.assert(
    fc.property(mined, signed, queued, (onChain, onTheWay, waiting) => {
      const rows = [...onTheWay, ...waiting]
      const { unmatched, waiting: left } = matchMined(onChain, rows)
      const again = matchMined(
        onChain.filter(({ hash }) => unmatched.includes(hash)),
        rows.filter(({ id }) => left.includes(id)),
      )
      expect(again.matched).toEqual([])
    }),
    propertyRuns(300),
  )
})

test('a signed row matches only what used its nonce, never an equal call under another nonce', () => {
  const same = { to: '0xAA', value: 1n, data: '0x' }
  const onChain = [
    { ...same, nonce: 7, hash: 'seven' },
    { ...same, nonce: 8, hash: 'eight' },
  ]
  const rows = [
    { ...same, id: 'older, queued', nonce: null },
    { ...same, id: 'signed', nonce: 7 },
    { ...same, id: 'not mined yet', nonce: 9 },
  ]
  expect(matchMined(onChain, rows)).toEqual({
    matched: [
      { id: 'signed', hash: 'seven' },
      { id: 'older, queued', hash: 'eight' },
    ],
    unmatched: [],
    waiting: ['not mined yet'],
  })
})
