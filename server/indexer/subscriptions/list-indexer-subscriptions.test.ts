import { expect, test } from 'vitest'
import { indexerSubscriptionPage } from '@/schemas/indexer/contract'
import { walletClient } from '@/server/testing/wallet-client'
import { BODY, openSubscriptionWorld, PATH } from './subscription-world.test-data'

const on = openSubscriptionWorld()
const { create } = on

test('lists the project’s subscriptions, newest first, by pages, network and status', async () => {
  const first = await create(on.client)
  const second = await create(on.client, { network: 'ETH' })
  const third = await create(on.client)
  await on.client.patch(`${PATH}/${third.id}`, { status: 'paused' })
  // Another project of the same business.
  await create(await walletClient({ businessId: on.client.businessId }))
  const idsOf = async (query: string) => {
    const { data, meta } = indexerSubscriptionPage.parse((await on.client.get(`${PATH}${query}`)).data)
    return { ids: data.map(({ id }) => id), ...meta }
  }
  expect(await idsOf('')).toEqual({ ids: [third.id, second.id, first.id], total: 3, page: 1, limit: 20, totalPages: 1 })
  expect(await idsOf('?limit=2&page=2')).toEqual({ ids: [first.id], total: 3, page: 2, limit: 2, totalPages: 2 })
  expect(await idsOf('?limit=2&page=3')).toMatchObject({ ids: [], total: 3 })
  expect(await idsOf('?network=ETH')).toMatchObject({ ids: [second.id], total: 1 })
  expect(await idsOf('?status=paused')).toMatchObject({ ids: [third.id], total: 1 })
})

test.each([
  'page=0',
  'limit=0',
  'limit=201',
  'page=1e1',
  'network=base',
  'network=TRON',
  'status=ACTIVE',
  'size=3',
  'page=1&page=2',
])('refuses the list with %s', async (query) => {
  expect(await on.client.get(`${PATH}?${query}`)).toMatchObject({ code: 400, message: 'Validation failed' })
})

test('each operation requires its scope and capability', async () => {
  const reader = await walletClient({ scope: 'indexer:read' })
  expect((await reader.get(PATH)).code).toBe(200)
  expect(await reader.post(PATH, BODY)).toMatchObject({ code: 403, message: 'Insufficient scope: indexer:write' })
  const narrow = await walletClient({ capabilities: ['indexer.subscribe.evm'] })
  const { id } = await create(narrow)
  const missing = { code: 403, message: 'Missing required capability: indexer.subscription.update' }
  expect(await narrow.get(PATH)).toMatchObject(missing)
  expect(await narrow.patch(`${PATH}/${id}`, { status: 'paused' })).toMatchObject(missing)
  expect(await narrow.delete(`${PATH}/${id}`)).toMatchObject(missing)
})
