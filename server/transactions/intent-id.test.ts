import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testEnvironment } from '@/server/testing/test-database'
import { intentIdOf, requestName, UNNAMED } from './intent-id'

beforeAll(() => {
  for (const [name, value] of Object.entries(testEnvironment('postgres://nobody@127.0.0.1:9/none')))
    vi.stubEnv(name, value)
})
afterAll(() => void vi.unstubAllEnvs())

const tenant = { businessId: 'b', projectId: 'p' }
const request = { operation: 'POST /v1/wallet/transaction', key: 'order 7' }

test('is the same for the same request, and has the form of a uuid', () => {
  const id = intentIdOf(tenant, request)
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(intentIdOf({ ...tenant }, { ...request })).toBe(id)
})

test('differs wherever a key means another request', () => {
  const ids = [
    intentIdOf(tenant, request),
    intentIdOf({ ...tenant, businessId: 'c' }, request),
    intentIdOf({ ...tenant, projectId: 'q' }, request),
    intentIdOf({ ...tenant, projectId: null }, request),
    intentIdOf(tenant, { ...request, operation: 'POST /v1/wallet/hd/sign' }),
    intentIdOf(tenant, { ...request, key: 'order 8' }),
    // Parts do not run into each other.
    intentIdOf({ businessId: 'b","p', projectId: '' }, request),
  ]
  expect(new Set(ids).size).toBe(ids.length)
})

test('a request without a key has none', () => {
  const caller = { ...tenant, actor: { type: 'system', id: 's' }, requestId: 'r' } as const
  expect(requestName(caller, null)).toBe(UNNAMED)
  expect(requestName(caller, request)).toEqual({ idempotencyKey: 'order 7', intentId: intentIdOf(tenant, request) })
})
