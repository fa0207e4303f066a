import { expect, test } from 'vitest'
import { answering } from '@/dev/testing/webhook-receiver'
import { workerCtx } from '@/server/ctx'
import { createOwner, enqueueMessages, expireLease, readMessage } from '@/server/testing/messages'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { claimDue } from './claim-due'
import { dispatchWebhooks } from './dispatch'

const world = openWebhookWorld()

const CLAIM = {
  free: 100,
  perProject: 100,
  inFlightOf: new Map(),
  perDestination: 10,
  inFlightTo: new Map(),
  leaseMs: 30_000,
}
const many = (count: number, orderKey: string) => Array.from({ length: count }, () => ({ orderKey }))
const visited = () => world.receiver.visits.map((visit) => visit.headers['webhook-id'])

test('messages of one key arrive in the order they were put, one at a time, beside those of other keys', async () => {
  world.receiver.answer((_visit, response) => setTimeout(() => response.end(), Math.random() * 5))
  const one = await enqueueMessages(world.owner, world.receiver.url, many(12, 'one'))
  const two = await enqueueMessages(world.owner, world.receiver.url, many(12, 'two'))
  await Promise.all(Array.from({ length: 3 }, () => dispatchWebhooks(workerCtx())))
  const arrived = visited()
  expect(arrived.filter((id) => one.includes(id ?? ''))).toEqual(one)
  expect(arrived.filter((id) => two.includes(id ?? ''))).toEqual(two)
  expect(arrived).toHaveLength(24)
  expect(world.receiver.maxOpen()).toBeLessThanOrEqual(2)
})

test('one that waits for a retry holds up nobody', async () => {
  const [bad = '', good = ''] = await enqueueMessages(world.owner, world.receiver.url, many(2, 'key'))
  world.receiver.answer((visit, response) =>
    answering(visit.headers['webhook-id'] === bad ? 500 : 200)(visit, response),
  )
  await dispatchWebhooks(workerCtx())
  expect((await readMessage(bad)).message).toMatchObject({ status: 'pending', attemptCount: 1 })
  expect((await readMessage(good)).message.status).toBe('delivered')
})

test('while the first is under way elsewhere the next is not taken, and nobody turns in circles for it', async () => {
  const [first = '', second = ''] = await enqueueMessages(world.owner, world.receiver.url, many(2, 'key'))
  expect((await claimDue(workerCtx(), CLAIM)).map(({ id }) => id)).toEqual([first])
  const { nextAt } = await dispatchWebhooks(workerCtx())
  expect(world.receiver.visits).toEqual([])
  // Due when the lease of the first is over, and not now.
  expect((nextAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(20_000)
  await expireLease(first)
  await dispatchWebhooks(workerCtx())
  expect(visited()).toEqual([first, second])
})

test('a key of another business is another key', async () => {
  const stranger = await createOwner()
  await enqueueMessages(world.owner, world.receiver.url, many(1, 'key'))
  await enqueueMessages(stranger, world.receiver.url, many(1, 'key'))
  expect(await claimDue(workerCtx(), CLAIM)).toHaveLength(2)
})
