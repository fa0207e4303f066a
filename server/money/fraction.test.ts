import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { unitsUp } from '@/server/testing/units-up'
import { addFractions, fraction, multiplyFractions, unitsDown, ZERO } from './fraction'

const part = fc
  .record({ numerator: fc.bigInt({ min: 0n, max: 10n ** 30n }), denominator: fc.bigInt({ min: 1n, max: 10n ** 18n }) })
  .map(({ numerator, denominator }) => fraction(numerator, denominator))

test('thirds add up to a whole', () => {
  const third = fraction(1n, 3n)
  expect(addFractions(addFractions(third, third), third)).toEqual(fraction(1n, 1n))
  expect(multiplyFractions(fraction(2n, 3n), fraction(3n, 4n))).toEqual(fraction(1n, 2n))
  expect([unitsDown(third), unitsUp(third), unitsUp(ZERO)]).toEqual([0n, 1n, 0n])
})

test('adds and multiplies exactly, in any order', () => {
  fc.assert(
    fc.property(part, part, part, (a, b, c) => {
      expect(addFractions(a, addFractions(b, c))).toEqual(addFractions(addFractions(a, b), c))
      expect(multiplyFractions(a, addFractions(b, c))).toEqual(
        addFractions(multiplyFractions(a, b), multiplyFractions(a, c)),
      )
      expect(addFractions(a, ZERO)).toEqual(multiplyFractions(a, fraction(1n, 1n)))
    }),
    propertyRuns(),
  )
})

test('rounds once: up and down differ by at most one unit', () => {
  fc.assert(
    fc.property(part, (a) => {
      const isWhole = a.numerator % a.denominator === 0n
      expect(unitsUp(a) - unitsDown(a)).toBe(isWhole ? 0n : 1n)
    }),
    propertyRuns(),
  )
})

test('is never below zero or over nothing', () => {
  expect(() => fraction(-1n, 1n)).toThrow('not negative')
  expect(() => fraction(1n, 0n)).toThrow('over something')
})
