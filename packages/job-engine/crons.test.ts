import { expect, test } from 'vitest'
import { nextCron } from './crons'

test('counts in UTC unless a zone is named', () => {
  const after = new Date('2030-07-01T00:00:00.000Z')
  expect(nextCron('30 9 * * *', after).toISOString()).toBe('2030-07-01T09:30:00.000Z')
  expect(nextCron('TZ=Europe/Berlin 30 9 * * *', after).toISOString()).toBe('2030-07-01T07:30:00.000Z')
})

test('keeps the wall clock through a change of summer time', () => {
  const after = new Date('2030-03-30T12:00:00.000Z')
  expect(nextCron('TZ=Europe/Berlin 0 9 * * *', after).toISOString()).toBe('2030-03-31T07:00:00.000Z')
})
