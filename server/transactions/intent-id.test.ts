import { expect, test } from 'vitest'
import { openDatabase } from '@/server/testing/open-database'
import { intentIdOf, NO_REQUEST_NAME, requestName } from './intent-id'

openDatabase()

const tenant = { businessId: 'b', projectId: 'p' }
const request = { operation: 'POST /v1/wallet/transaction', key: 'order 7' }

test('is the same for the same request, and has the form of a uuid', async () => {
  const id = await intentIdOf(tenant, request)
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(await intentIdOf({ ...tenant }, { ...request })).toBe(id)
})

test('differs wherever a key means another request', async () => {
  const ids = await Promise.all([
    intentIdOf(tenant, request),
    intentIdOf({ ...tenant, businessId: 'c' }, request),
    intentIdOf({ ...tenant, projectId: 'q' }, request),
    intentIdOf({ ...tenant, projectId: null }, request),
    intentIdOf(tenant, { ...request, operation: 'POST /v1/wallet/hd/sign' }),
    intentIdOf(tenant, { ...request, key: 'order 8' }),
    // Parts do not run into each other.
    intentIdOf({ businessId: 'b","p', projectId: '' }, request),
  ])
  expect(new Set(ids).size).toBe(ids.length)
})

test('a request without a key has none', async () => {
  const caller = { ...tenant, actor: { type: 'system', id: 's' }, requestId: 'r' } as const
  expect(await requestName(caller, null)).toBe(NO_REQUEST_NAME)
  const intentId = await intentIdOf(tenant, request)
  expect(await requestName(caller, request)).toEqual({ idempotencyKey: 'order 7', intentId })
})
