import { expect, test } from 'vitest'
import { changelog } from '@/components/guides/changelog'
import { operationOf } from '@/server/api/endpoint'
import { ENDPOINTS } from './endpoints'

const CALL = /^(GET|POST|PATCH|PUT|DELETE) \/\S+$/

test('the changelog names each call of /v1 once, and no other', () => {
  const named = changelog.code.flatMap(({ code }) => code.split('\n').filter((line) => CALL.test(line)))
  const calls = ENDPOINTS.filter(({ path }) => path.startsWith('/v1/')).map(operationOf)
  expect(named.toSorted()).toEqual(calls.toSorted())
})

test('its days are in order, newest first', () => {
  const days = changelog.code.map(({ title }) => title)
  expect(days).toEqual([...new Set(days)].sort().reverse())
})
