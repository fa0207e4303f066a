import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { changeText, pointsText } from './change-text'

const usd = (value: number) => `$${value.toFixed(2)}`
const textOf = (now: number, before: number) => changeText({ now, before, format: usd })

test.each([
  [112, 100, 'Up 12% from $100.00'],
  [88, 100, 'Down 12% from $100.00'],
  [103.5, 100, 'Up 3.5% from $100.00'],
  [103, 100, 'Up 3% from $100.00'],
  [100.01, 100, 'Up under 0.1% from $100.00'],
  [0, 100, 'Down 100% from $100.00'],
  [100, 100, 'No change'],
  [0, 0, 'No change'],
  [5_000, 4, '1250 times $4.00'],
])('%d after %d reads as a change: %s', (now, before, text) => expect(textOf(now, before)).toBe(text))

test('an empty period before gives no percentage', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e9, noNaN: true }), (now) => {
      expect(textOf(now, 0)).toBe('Up from $0.00')
    }),
    propertyRuns(),
  )
})

test('rates are compared in points, and only with a rate', () => {
  expect(pointsText(98, 96.5)).toBe('Up 1.5 points from 96.5%')
  expect(pointsText(96.5, 98)).toBe('Down 1.5 points from 98.0%')
  expect(pointsText(98, 98.01)).toBe('No change')
  expect(pointsText(98, null)).toBe('None ended in the period before')
  expect(pointsText(null, null)).toBe('None ended in the period before')
  expect(pointsText(null, 98)).toBe('None ended, 98.0% before')
})
