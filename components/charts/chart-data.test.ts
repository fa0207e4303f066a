import { expect, test } from 'vitest'
import { chartTop, isEmptyChart, periodQuery, stepName, stepText } from './chart-data'

const DATA = {
  steps: ['Nov 20', 'Nov 21'],
  series: [
    { id: 'ok', name: 'completed', tone: 'good', values: [2, 3] },
    { id: 'bad', name: 'failed', tone: 'bad', values: [null, 1] },
  ],
} as const

test('a stack is as high as its parts together, lines as their highest', () => {
  expect(chartTop(DATA, 'bars')).toBe(4)
  expect(chartTop(DATA, 'lines')).toBe(3)
  expect(chartTop({ steps: [], series: [] }, 'bars')).toBe(1)
})

test.each([
  [0.065, 0.08],
  [1, 1],
  [34, 40],
  [429, 500],
  [999, 1000],
])('an axis that reaches %s ends at the round number %s', (highest, top) => {
  expect(chartTop({ steps: ['Nov 20'], series: [{ ...DATA.series[0], values: [highest] }] }, 'lines')).toBeCloseTo(top)
})

test('a step is said in words', () => {
  expect(stepText(DATA, 1, String)).toBe('Nov 21: 3 completed, 1 failed')
  expect(stepText(DATA, 0, String)).toBe('Nov 20: 2 completed, no failed')
  expect(stepName('2026-11-21T14:00:00.000Z', 'hour')).toBe('Nov 21, 14:00')
  expect(stepName('2026-11-01T00:00:00.000Z', 'day')).toBe('Nov 1')
})

test('the rows of an hour are those of the hour, and of a day those of the day', () => {
  const [first, last] = ['2026-11-21T14:00:00.000Z', '2026-11-21T23:00:00.000Z']
  expect(periodQuery('hour', first)).toBe('?from=2026-11-21T14:00Z&to=2026-11-21T15:00Z')
  expect(periodQuery('hour', first, last)).toBe('?from=2026-11-21T14:00Z&to=2026-11-22T00:00Z')
  expect(periodQuery('day', first, last)).toBe('?from=2026-11-21&to=2026-11-21')
})

test('zeros and gaps alone are nothing to draw', () => {
  const nothing = { ...DATA, series: [{ ...DATA.series[0], values: [0, null] }] }
  expect(isEmptyChart(nothing)).toBe(true)
  expect(isEmptyChart(DATA)).toBe(false)
})
