import { expect, test } from 'vitest'
import { durationText, limitSentences } from './limits-text'

test('limits are said in words, and that there are none', () => {
  expect(limitSentences({ maxShareholders: 0, maxTokensPerInvestor: 0, lockUpDuration: 0 })).toEqual([
    'Any number of investors may hold it.',
    'Each may hold any amount.',
    'Tokens may move as soon as they are minted.',
  ])
  expect(limitSentences({ maxShareholders: 1, maxTokensPerInvestor: 1_000.5, lockUpDuration: 2_592_000 })).toEqual([
    'At most 1 investor may hold it.',
    'Each may hold at most 1,000.5 tokens, over all of its wallets.',
    'Minted tokens stay where they are for 30 days.',
  ])
})

test('a stretch of time is told in its largest whole unit', () => {
  expect(durationText(86_400)).toBe('1 day')
  expect(durationText(5_400)).toBe('90 minutes')
  expect(durationText(90)).toBe('90 seconds')
})
