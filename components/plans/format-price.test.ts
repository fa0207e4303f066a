import { expect, test } from 'vitest'
import { formatPrice } from './format-price'

test.each([
  [0n, 'Free'],
  [5n, '₦0.05'],
  [7_500_000n, '₦75,000'],
  [123_456_789n, '₦1,234,567.89'],
  [7_500_050n, '₦75,000.50'],
  [100_000_000_000_001n, '₦1,000,000,000,000.01'],
])('writes %i minor units as %s', (minor, expected) => {
  expect(formatPrice(minor, '₦')).toBe(expected)
})
