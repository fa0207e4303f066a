import { expect, test } from 'vitest'
import { shareText } from './share-text'

test('a share is told in percent', () => {
  expect(shareText('32.5602', 4)).toBe('32.5602%')
  expect(shareText('32.5602', 2)).toBe('32.56%')
  expect(shareText(100, 2)).toBe('100.00%')
})

test('who holds a little does not hold nothing, and who holds almost all does not hold all', () => {
  expect(shareText('0.0000', 4)).toBe('< 0.0001%')
  expect(shareText('0.0042', 2)).toBe('< 0.01%')
  expect(shareText('99.9999', 2)).toBe('> 99.99%')
  expect(shareText('99.9999', 4)).toBe('99.9999%')
})
