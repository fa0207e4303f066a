import { expect, test } from 'vitest'
import { changelog } from '@/components/guides/changelog'
import { operationOf } from '@/server/api/endpoint'
import { ENDPOINTS } from './endpoints'

const { releases = [] } = changelog

test('the changelog names each call of /v1 once, and no other', () => {
  const named = releases.flatMap(({ calls: added }) => added)
  const calls = ENDPOINTS.filter(({ path }) => path.startsWith('/v1/')).map(operationOf)
  expect(named.toSorted()).toEqual(calls.toSorted())
})

test('its days are in order, newest first', () => {
  const days = releases.map(({ date }) => date)
  expect(days.length).toBeGreaterThan(4)
  expect(days).toEqual([...new Set(days)].sort().reverse())
})
