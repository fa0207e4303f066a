import { expect, test, vi } from 'vitest'
import { oneOfEachClass, propertyRuns, someOf } from './proof'

const ITEMS = Array.from({ length: 12 }, (_, index) => index)
const inTurn = (turn: number) => {
  vi.stubEnv('PROOF_TURN', String(turn))
  return someOf(ITEMS, 4)
}

// The long form has no turns: it takes all items.
test.skipIf(process.env.PROOF === 'long')('over the turns of days each item comes as often as any other', () => {
  const turns = ITEMS.map(inTurn)
  expect(turns.every((items) => new Set(items).size === 4)).toBe(true)
  expect(turns.flat().toSorted((a, b) => a - b)).toEqual(ITEMS.flatMap((item) => [item, item, item, item]))
  expect(inTurn(3)).toEqual(inTurn(15))
})

test.skipIf(process.env.PROOF === 'long')('one item stands for its class, another one in another turn', () => {
  vi.stubEnv('PROOF_TURN', '0')
  const first = oneOfEachClass(ITEMS, (item) => (item % 2 === 0 ? 'even' : 'odd'))
  vi.stubEnv('PROOF_TURN', '1')
  const second = oneOfEachClass(ITEMS, (item) => (item % 2 === 0 ? 'even' : 'odd'))
  expect([first, second]).toEqual([
    [0, 1],
    [2, 3],
  ])
})

test.skipIf(process.env.PROOF === 'long')(
  'a commit draws the same cases wherever it runs, and other ones on another day',
  () => {
    vi.stubEnv('PROPERTY_SEED', undefined)
    vi.stubEnv('PROPERTY_RUNS', undefined)
    vi.stubEnv('PROOF_TURN', '4')
    const { seed } = propertyRuns()
    expect(propertyRuns().seed).toBe(seed)
    vi.stubEnv('PROOF_TURN', '5')
    expect(propertyRuns().seed).not.toBe(seed)
    vi.stubEnv('PROPERTY_SEED', '7')
    expect(propertyRuns().seed).toBe(7)
    vi.stubEnv('PROPERTY_SEED', undefined)
    vi.stubEnv('PROPERTY_RUNS', '10')
    expect(propertyRuns()).toEqual({ numRuns: 10 })
  },
)
