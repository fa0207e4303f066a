import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { webhookMessages } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { createTransactionRow } from '@/server/testing/messages'
import { requireChain } from '@/server/testing/require-chain'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { addEndpoint } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { publishOutcomes } from './publish-outcomes'
import { toTransaction } from './to-transaction'

const world = openWebhookWorld()

type Requested = Parameters<typeof createTransactionRow>[1]

/** Ends a transaction as requested. Returns its messages and the number of transactions that a view was made of. */
async function end(request: Requested) {
  const chain = await requireChain()
  const row = await createTransactionRow(world.owner, { status: 'COMPLETED', ...request })
  let views = 0
  await inWorker(({ db, now }) => {
    const viewsOf = async (rows: readonly (typeof row)[]) =>
      rows.map((one) => {
        views += 1
        return toTransaction(one, { chain, attempts: 1, headBlock: null })
      })
    return publishOutcomes(db, { rows: [row], viewsOf }, now())
  })
  const messages = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.sourceId, row.id))
  return { messages, views }
}

test('an outcome goes to the URL of its request and to each endpoint, in separate messages with one body', async () => {
  const endpoint = await addEndpoint(world.owner, 'https://endpoint.example/hook')
  const { messages } = await end({ webhookUrl: 'https://request.example/hook', webhookOwnSecret: true })
  const to = (destinationId: string | null) => messages.find((message) => message.destinationId === destinationId)
  expect(messages).toHaveLength(2)
  expect(to(null)).toMatchObject({ url: 'https://request.example/hook', keySource: 'request' })
  expect(to(endpoint.id)).toMatchObject({ url: 'https://endpoint.example/hook', keySource: 'endpoint' })
  expect(new Set(messages.map(({ id }) => id)).size).toBe(2)
  expect(new Set(messages.map(({ body }) => body)).size).toBe(1)
  expect(JSON.parse(messages[0]?.body ?? '')).toMatchObject({
    type: 'wallet.transfer.completed',
    data: { id: messages[0]?.sourceId, status: 'COMPLETED' },
  })
})

test('an outcome that only an endpoint requested is sent there with its event type', async () => {
  const endpoint = await addEndpoint(world.owner, 'https://endpoint.example', { events: ['wallet.sign.failed'] })
  expect((await end({ status: 'COMPLETED' })).messages).toEqual([])
  expect((await end({ type: 'SIGN', status: 'FAILED' })).messages).toMatchObject([
    { kind: 'wallet.sign.failed', destinationId: endpoint.id },
  ])
})

test.each([{}, { webhookUrl: 'https://request.example', type: 'GAS_TOPUP' as const }, { status: 'PENDING' as const }])(
  'an outcome like %j is sent to no destination, and no view is made of it',
  async (request) => {
    expect(await end(request)).toEqual({ messages: [], views: 0 })
  },
)
