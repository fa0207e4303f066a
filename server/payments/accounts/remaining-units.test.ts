import { expect, test } from 'vitest'
import { remainingUnits } from './remaining-units'

const RATE = 1_550_00000000n
const USDC = { peg: 'USD', decimals: 6 } as const

test('an account without receipts asks for its whole amount', () => {
  const asked = { expectedUnits: 19_302_813n, heldUnits: 0n, pegged: USDC, leftMinor: 2_991_936n, rate: RATE }
  expect(remainingUnits(asked)).toBe(19_302_813n)
  expect(remainingUnits({ ...asked, pegged: null, expectedUnits: 2_991_936n })).toBe(2_991_936n)
})

test('an account asks for the rest of its amount, to the unit', () => {
  const half = { expectedUnits: 19_302_813n, heldUnits: 10_000_000n, pegged: USDC, leftMinor: 1_441_936n, rate: RATE }
  expect(remainingUnits(half)).toBe(9_302_813n)
})

test('an account asks for less once another one received money', () => {
  // 15,500 naira are missing: ten of the twenty dollars that the account was opened for.
  const other = { expectedUnits: 20_000_000n, heldUnits: 0n, pegged: USDC, leftMinor: 1_550_000n, rate: RATE }
  expect(remainingUnits(other)).toBe(10_000_000n)
})
