import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Receiver, startReceiver } from '@/dev/testing/webhook-receiver'
import { workerCtx } from '@/server/ctx'
import { enqueueMessages } from '@/server/testing/messages'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { addEndpoint } from './destinations/endpoint-world.test-data'
import { dispatchWebhooks } from './dispatch'

const world = openWebhookWorld()
let hanging: Receiver
let held: ServerResponse[]

beforeEach(async () => {
  held = []
  hanging = await startReceiver((_visit, response) => void held.push(response))
})
afterEach(() => hanging.close())

const OPTIONS = { slots: 12, perProject: 8, perDestination: 3 }

/** Dispatches while the receiver hangs, until `isSeen`; then it answers. */
async function dispatchUntil(isSeen: () => void): Promise<void> {
  const run = dispatchWebhooks(workerCtx(), OPTIONS)
  try {
    await vi.waitFor(isSeen, { timeout: 60_000 })
  } finally {
    hanging.answer((_visit, response) => void response.end())
    for (const response of held) response.end()
    await run
  }
}

test('a receiver that hangs holds its own slots only: others of the same project get theirs before it answers', async () => {
  const [bad, good] = [await addEndpoint(world.owner, hanging.url), await addEndpoint(world.owner, world.receiver.url)]
  const to = ({ id: destinationId }: { id: string }) => ({ destinationId, keySource: 'endpoint' as const })
  await enqueueMessages(world.owner, hanging.url, Array(20).fill(to(bad)))
  await enqueueMessages(world.owner, world.receiver.url, [to(good), to(good)])
  await dispatchUntil(() => {
    expect(world.receiver.visits).toHaveLength(2)
    expect(held).toHaveLength(OPTIONS.perDestination)
  })
  expect(hanging.maxOpen()).toBe(OPTIONS.perDestination)
  expect(hanging.visits).toHaveLength(20)
})

test('URLs of requests count by their host, however they go on', async () => {
  const urls = Array.from({ length: 20 }, (_, n) => `${hanging.url.replace('http', 'HTTP')}/${n}?n=${n}`)
  for (const url of urls) await enqueueMessages(world.owner, url)
  await enqueueMessages(world.owner, `${world.receiver.url}/hook`)
  await dispatchUntil(() => {
    expect(world.receiver.visits).toHaveLength(1)
    expect(held).toHaveLength(OPTIONS.perDestination)
  })
  expect(hanging.maxOpen()).toBe(OPTIONS.perDestination)
})

test('more receivers of one project than it has slots get no more than its share', async () => {
  const receivers = await Promise.all(Array.from({ length: 4 }, () => addEndpoint(world.owner, hanging.url)))
  for (const { id: destinationId } of receivers)
    await enqueueMessages(world.owner, hanging.url, Array(5).fill({ destinationId, keySource: 'endpoint' }))
  await dispatchUntil(() => expect(held).toHaveLength(OPTIONS.perProject))
  expect(hanging.maxOpen()).toBe(OPTIONS.perProject)
})
