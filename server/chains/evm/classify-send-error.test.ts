import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { classifySendError } from './classify-send-error'
import { SEND_ANSWERS } from './send-outcome.test-data'

describe.each(Object.entries(SEND_ANSWERS))('%s', (_, answers) => {
  test.each(answers)('"%s" means %s', (message, outcome) => {
    expect(classifySendError(message)).toBe(outcome)
  })
})

test('words of no client are unknown', () => {
  // Letters that none of the table's words can be made of.
  const foreign = fc.string({ unit: fc.constantFrom(...'zqjwvh0123456789 :,[]') })
  fc.assert(
    fc.property(foreign, (message) => classifySendError(message) === 'unknown'),
    propertyRuns(),
  )
})
