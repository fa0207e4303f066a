import { expect, test } from 'vitest'
import { formatPrice } from './format-price'

test.each([
  [0, 'Free'],
  [5, '₦0.05'],
  [7_500_000, '₦75,000'],
  [123_456_789, '₦1,234,567.89'],
])('writes %i minor units as %s', (minor, expected) => {
  expect(formatPrice(minor, '₦')).toBe(expected)
})
