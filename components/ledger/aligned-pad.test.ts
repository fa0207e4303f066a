import { expect, test } from 'vitest'
import { alignedPad, mostDecimals } from './aligned-pad'

test.each([
  ['250.00', '0000'],
  ['1.4083', '00'],
  ['303.237178', ''],
  ['5', '0000'],
])('%s lacks "%s" beside an amount of six decimals', (value, pad) => {
  expect(alignedPad(value, 6)).toBe(pad)
})

test('amounts of cents stand at the edge of their column where none beside them has more decimals', () => {
  const column = ['250.00', '-30.5', '280']
  expect(column.map((value) => alignedPad(value, mostDecimals(column)))).toEqual(['', '', ''])
})

test('a column aligns to the amount with most decimals', () => {
  expect(mostDecimals(['250.00', '-0.1483', '1.5'])).toBe(4)
  expect(mostDecimals([])).toBe(0)
})
