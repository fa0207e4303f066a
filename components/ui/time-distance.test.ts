import { describe, expect, it } from 'vitest'
import { timeDistance } from './time-distance'

const NOON = new Date('2026-03-14T12:00:00Z')

describe('timeDistance', () => {
  it.each([
    ['2026-03-14T12:00:00.400Z', '0 seconds'],
    ['2026-03-14T12:00:01Z', '1 second'],
    ['2026-03-14T12:00:59Z', '59 seconds'],
    ['2026-03-14T12:01:20Z', '1 minute'],
    ['2026-03-14T12:03:40Z', '4 minutes'],
    ['2026-03-14T13:10:00Z', '1 hour'],
    ['2026-03-16T12:00:00Z', '2 days'],
    ['2026-05-14T12:00:00Z', '2 months'],
    ['2029-03-14T12:00:00Z', '3 years'],
  ])('from noon to %s it is %s, and as far back', (moment, text) => {
    expect(timeDistance(NOON, new Date(moment))).toBe(text)
    expect(timeDistance(new Date(moment), NOON)).toBe(text)
  })
})
