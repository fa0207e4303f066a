import { expect, test } from 'vitest'
import { answering } from '@/dev/testing/webhook-receiver'
import { walletClient } from '@/server/testing/wallet-client'
import { LOGS, openDeliveryWorld } from './delivery-world.test-data'

const on = openDeliveryWorld()
const { subscribe, happen, deliver, logsOf } = on

test('lists logs by subscription, status, event type and network, in pages', async () => {
  await happen()
  await happen({ eventType: 'Staked' })
  await deliver()
  on.receiver.answer(answering(500))
  const first = on.subscription
  await subscribe()
  await happen()
  await deliver()
  const totalOf = async (query: string) => (await logsOf(query)).meta.total
  expect(await totalOf('')).toBe(3)
  expect(await totalOf(`?subscriptionId=${first.id}`)).toBe(2)
  expect(await totalOf('?subscriptionId=nonsense')).toBe(0)
  expect(await totalOf('?status=failed')).toBe(1)
  expect(await totalOf('?eventType=Staked')).toBe(1)
  expect(await totalOf('?network=BASE')).toBe(3)
  expect(await totalOf('?network=ETH')).toBe(0)
  const all = (await logsOf()).data.map(({ id }) => id)
  expect((await logsOf('?limit=2&page=2')).data.map(({ id }) => id)).toEqual(all.slice(2))
})

test.each([
  'page=0',
  'limit=201',
  'limit=0',
  'status=pending',
  'network=TRON',
  'eventType=%27',
  'eventType=',
  'to=1',
  'status=failed&status=failed',
])('refuses logs with %s', async (query) => {
  expect(await on.client.get(`${LOGS}?${query}`)).toMatchObject({ code: 400, message: 'Validation failed' })
})

test('refuses a log of another project', async () => {
  await happen()
  await deliver()
  const [log] = (await logsOf()).data
  const other = await walletClient({ businessId: on.client.businessId })
  const gone = { code: 404, message: 'Log not found', refusal: 'indexer_log_not_found', param: 'logId' }
  expect(await other.get(`${LOGS}/${log?.id}`)).toMatchObject(gone)
  expect(await on.client.get(`${LOGS}/nonsense`)).toMatchObject(gone)
})
