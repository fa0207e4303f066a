import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SECOND_PERSON_ABOVE_MINOR as LIMIT } from '@/schemas/proposals/words'
import { propertyRuns } from '@/server/testing/proof'
import { decideMoney } from './decide-money'

const NOTHING = { proposal: null, proposedBy: null }
const decide = (valueMinor: bigint | null, who: string, proposed: Parameters<typeof decideMoney>[0]['proposed']) =>
  decideMoney({ valueMinor, decision: 'refund', who, proposed })

test.each([
  [0n, 'alone'],
  [LIMIT, 'alone'],
  [LIMIT + 1n, 'first'],
  [null, 'first'],
] as const)('%s kobo that nobody proposed: %s', (valueMinor, turn) => {
  expect(decide(valueMinor, 'user:ada', NOTHING)).toBe(turn)
})

test('the person who proposed cannot be the second, and another decision begins again', () => {
  const proposed = { proposal: 'refund', proposedBy: 'user:ada' }
  expect(() => decide(null, 'user:ada', proposed)).toThrow('Another person has to approve')
  expect(decide(null, 'user:ben', proposed)).toBe('second')
  expect(decide(null, 'user:ben', { ...proposed, proposal: 'credit' })).toBe('first')
})

test('whatever people propose, a decision above the limit takes effect only when two of them made the same one', () => {
  const step = fc.record({ who: fc.constantFrom('ada', 'ben', 'eve'), decision: fc.constantFrom('credit', 'refund') })
  const value = fc.option(fc.bigInt({ min: LIMIT + 1n, max: LIMIT * 1_000n }))
  fc.assert(
    fc.property(value, fc.array(step, { maxLength: 12 }), (valueMinor, steps) => {
      let proposed: Parameters<typeof decideMoney>[0]['proposed'] = NOTHING
      for (const { who, decision } of steps) {
        const own = proposed.proposedBy === who && proposed.proposal === decision
        if (own) {
          expect(() => decideMoney({ valueMinor, decision, who, proposed })).toThrow('needs two people')
          continue
        }
        const turn = decideMoney({ valueMinor, decision, who, proposed })
        expect(turn === 'second').toBe(proposed.proposal === decision && proposed.proposedBy !== who)
        if (turn === 'second') return
        proposed = { proposal: decision, proposedBy: who }
      }
    }),
    propertyRuns(),
  )
})
