import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { combineAnswers } from './send-attempts'

const OUTCOMES = ['accepted', 'consumed', 'insufficient_funds', 'underpriced', 'rejected', 'unknown'] as const
const answers = fc.array(
  fc.record({ endpoint: fc.string(), outcome: fc.constantFrom(...OUTCOMES), detail: fc.constant(null) }),
  { maxLength: 5 },
)

test('one acceptance is enough; a refusal counts only if every endpoint refuses', () => {
  fc.assert(
    fc.property(answers, (given) => {
      const { outcome } = combineAnswers(given)
      const said = new Set(given.map((answer) => answer.outcome))
      if (said.has('accepted')) expect(outcome).toBe('accepted')
      if (outcome === 'rejected') expect([...said]).toEqual(['rejected'])
      if (said.has('unknown') || said.size === 0) expect(['accepted', 'consumed', 'unknown']).toContain(outcome)
    }),
    propertyRuns(),
  )
})
