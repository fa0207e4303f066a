import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { enqueueMessages, expireLease } from '@/server/testing/messages'
import { unguardRows } from '@/server/testing/poisoned-rows'
import { findRepeated, recordRowFaults } from '@/server/testing/row-faults'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { dispatchWebhooks } from './dispatch'

/** Faults of a message after a bug or a manual mistake: it stops no other message, and is sent once it is repaired. */
const faults = recordRowFaults()
const world = openWebhookWorld()
beforeAll(unguardRows)
const visited = () => world.receiver.visits.map((visit) => visit.headers['webhook-id'])
const OF_ONE_KEY = [{ orderKey: 'key' }, { orderKey: 'key' }, { orderKey: 'key' }]

const poison = (id: string, scheme: string) =>
  workerCtx().db.execute(sql`update webhook_messages set scheme = ${scheme} where id = ${id}`)

test('a message that no attempt can be made of holds up none that follow it under its order key', async () => {
  const [poisoned = '', second = '', third = ''] = await enqueueMessages(world.owner, world.receiver.url, OF_ONE_KEY)
  await poison(poisoned, 'nonsense')
  await dispatchWebhooks(workerCtx())
  expect(visited()).toEqual([second, third])
  for (let fault = 1; fault < 5; fault++) {
    expect(await findRepeated(workerCtx())).not.toContain(`webhook message ${poisoned}`)
    await expireLease(poisoned)
    await dispatchWebhooks(workerCtx())
  }
  expect(faults.reported()).toEqual([`webhook message ${poisoned}`])
  expect(await findRepeated(workerCtx())).toContain(`webhook message ${poisoned}`)
  const [later] = await enqueueMessages(world.owner, world.receiver.url, [{ orderKey: 'key' }])
  await dispatchWebhooks(workerCtx())
  expect(visited()).toEqual([second, third, later])
  await poison(poisoned, 'standard')
  await expireLease(poisoned)
  await dispatchWebhooks(workerCtx())
  expect(visited()).toEqual([second, third, later, poisoned])
})
