import { expect, test } from 'vitest'
import { formatUtc } from './format-utc'

test('writes a moment in UTC whatever the local zone is', () => {
  expect(formatUtc(new Date('2026-03-14T10:26:53.589+01:00'))).toBe('Mar 14, 2026, 09:26:53 UTC')
})

test('leaves the seconds out on request', () => {
  expect(formatUtc(new Date('2026-03-14T09:26:53Z'), { seconds: false })).toBe('Mar 14, 2026, 09:26 UTC')
})
