import { expect, test } from 'vitest'
import { statusTone } from './status-tone'

test.each([
  ['COMPLETED', 'success'],
  ['201', 'success'],
  ['422', 'danger'],
  ['FAILED', 'danger'],
  ['PAST_DUE', 'warning'],
  ['PENDING', 'accent'],
  ['revoked', 'neutral'],
] as const)('%s has the tone %s', (status, tone) => {
  expect(statusTone(status)).toBe(tone)
})
