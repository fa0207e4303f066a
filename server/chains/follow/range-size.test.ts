import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTransient } from '@/server/alarms/is-transient'
import { RpcError } from '@/server/chains/rpc'
import { propertyRuns } from '@/server/testing/proof'
import { FIRST_RANGE, growRange, rangeAfterRefusal, shrinkRange } from './range-size'

const WIDE = { size: 150, ceiling: 200 }

test.each([
  ['query returned more than 10000 results. Try with this block range [0x10, 0x1f].', { size: 16, ceiling: 200 }],
  ['Log response size exceeded. this block range should work: [0x64, 0x6d]', { size: 10, ceiling: 200 }],
  ['query returned more than 10000 results', { size: 75, ceiling: 200 }],
  ['query timeout exceeded', { size: 75, ceiling: 200 }],
  ['eth_getLogs is limited to a 100 range', { size: 100, ceiling: 100 }],
  ['You can make eth_getLogs requests with up to a 10 block range', { size: 10, ceiling: 10 }],
  ['exceed maximum block range: 50', { size: 50, ceiling: 50 }],
  ['block range is too large, max is 128 blocks', { size: 128, ceiling: 128 }],
  ['maximum [from, to] blocks distance: 100', { size: 100, ceiling: 100 }],
  ['ranges over 100 blocks are not supported on freetier', { size: 100, ceiling: 100 }],
  ['Block range limit exceeded (max 64)', { size: 64, ceiling: 64 }],
  ['block range too large', { size: 75, ceiling: 200 }],
  // More than was asked for: it means less, whatever it says.
  ['eth_getLogs is limited to a 10,000 range', { size: 75, ceiling: 75 }],
  ['max is 1k blocks', { size: 75, ceiling: 75 }],
])('takes %s at its word', (refusal, expected) => {
  expect(shrinkRange(WIDE, refusal)).toEqual(expected)
})

test.each(['execution reverted', 'header not found', 'rate limit exceeded', ''])(
  '%j is not about the range',
  (refusal) => {
    expect(shrinkRange(WIDE, refusal)).toBeNull()
  },
)

test('always at least a block, never above a ceiling that only tightens, and every refusal asks for less', () => {
  const refusal = fc.oneof(
    fc.integer({ min: 0, max: 500 }).map((blocks) => `limited to ${blocks} blocks`),
    fc.integer({ min: 0, max: 500 }).map((to) => `more than 10 results [0x0, 0x${to.toString(16)}]`),
    fc.constantFrom('too many results', 'block range too large', '[0xff, 0x0] response size'),
  )
  fc.assert(
    fc.property(fc.array(fc.option(refusal), { maxLength: 60 }), (turns) => {
      let now = FIRST_RANGE
      for (const turn of turns) {
        const next = turn === null ? growRange(now) : shrinkRange(now, turn)
        if (next === null) continue
        expect(next.ceiling).toBeLessThanOrEqual(now.ceiling)
        expect(next.size).toBeGreaterThanOrEqual(1)
        expect(next.size).toBeLessThanOrEqual(next.ceiling)
        if (turn !== null && now.size > 1) expect(next.size).toBeLessThan(now.size)
        now = next
      }
    }),
    propertyRuns(),
  )
})

const RANGE = { size: 8, ceiling: 200 }
const refused = new RpcError({ code: -32602, message: 'Log response size exceeded' })

function thrown(error: unknown, isDivisible: boolean): unknown {
  try {
    return rangeAfterRefusal(error, { range: RANGE, isDivisible })
  } catch (caught) {
    return caught
  }
}

test('a refused range is asked for in smaller ones', () => {
  expect(thrown(refused, true)).toEqual({ size: 4, ceiling: 200 })
})

test('a refused block is asked for again, though its code says that the question is wrong', () => {
  expect(isTransient(refused)).toBe(false)
  expect(isTransient(thrown(refused, false))).toBe(true)
})

test('what is about something else stays what it is', () => {
  const other = new RpcError({ code: -32602, message: 'missing value for required argument 0' })
  expect(thrown(other, true)).toBe(other)
  expect(thrown(other, false)).toBe(other)
})
