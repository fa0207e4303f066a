import { expect, test } from 'vitest'
import { refusalReason } from './refusal-reason'

test('the reason of a refusal stands by itself', () => {
  expect(refusalReason('Not sent: the call reverted with LockedUp: the tokens are locked up')).toBe(
    'the tokens are locked up',
  )
  expect(refusalReason('Not sent: the token would refuse every line')).toBe('the token would refuse every line')
  expect(refusalReason('The chain did not answer')).toBe('The chain did not answer')
})
