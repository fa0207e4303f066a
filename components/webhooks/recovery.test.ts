import { expect, test } from 'vitest'
import { MAX_RECOVERED } from '@/schemas/webhooks/words'
import { failedCountText, periodStart, recoveredText } from './recovery'

const now = new Date('2026-11-22T10:00:00Z')

test('a period ends now, and a moment is what was filled in', () => {
  expect(periodStart('hour', { now, moment: '' })).toEqual(new Date('2026-11-22T09:00:00Z'))
  expect(periodStart('week', { now, moment: '' })).toEqual(new Date('2026-11-15T10:00:00Z'))
  expect(periodStart('moment', { now, moment: '2026-11-20T08:30:00Z' })).toEqual(new Date('2026-11-20T08:30:00Z'))
  expect(periodStart('moment', { now, moment: '' })).toBeNull()
})

test('says what would be sent, and that there is more than is sent at once', () => {
  expect(failedCountText(0)).toBe('No failed deliveries in this period.')
  expect(failedCountText(2)).toBe('2 deliveries failed and will be resent.')
  expect(failedCountText(MAX_RECOVERED + 1)).toBe(
    'More than 10,000 deliveries failed. The oldest 10,000 are sent first.',
  )
  expect(recoveredText(1)).toBe('1 delivery queued again')
  expect(recoveredText(MAX_RECOVERED)).toBe('10000 deliveries queued again; recover again for more')
})
