import { expect, test } from 'vitest'
import { failureReason } from './failure-reason'

const shortfall = { unit: 'cNGN', needed: '5000', available: '12.5' }

test('leaves out the figures that are shown beside it, and nothing else', () => {
  const text = 'The wallet holds less of the token than the transfer moves'
  expect(failureReason(`${text}: 5000 cNGN needed, 12.5 cNGN available`, shortfall)).toBe(text)
  expect(failureReason(`${text}: 5000 cNGN needed, 12.5 cNGN available`, null)).toContain('5000 cNGN needed')
  expect(failureReason('The transaction reverted: no', null)).toBe('The transaction reverted: no')
  expect(failureReason(text, shortfall)).toBe(text)
})
