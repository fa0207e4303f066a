import { expect, test } from 'vitest'
import { durationText, limitSentences } from './limits-text'

test('limits are said in words, and that there are none', () => {
  expect(limitSentences({ maxShareholders: 0, maxTokensPerInvestor: 0, lockUpDuration: 0 })).toEqual([
    'Any number of investors may hold it.',
    'Each investor may hold any amount.',
    'Minted tokens can be transferred at once.',
  ])
  expect(limitSentences({ maxShareholders: 1, maxTokensPerInvestor: 1_000.5, lockUpDuration: 2_592_000 })).toEqual([
    'At most 1 investor may hold it.',
    'Each investor may hold at most 1,000.5 tokens, over all of its wallets.',
    'Minted tokens cannot be transferred for 30 days.',
  ])
})

test('a stretch of time is told in whole units, the largest first', () => {
  expect(durationText(86_400)).toBe('1 day')
  expect(durationText(5_400)).toBe('1 hour and 30 minutes')
  expect(durationText(90)).toBe('1 minute and 30 seconds')
  expect(durationText(90 * 86_400 + 5 * 3_600)).toBe('90 days and 5 hours')
  expect(durationText(86_400 + 3_600 + 1)).toBe('1 day, 1 hour and 1 second')
})
