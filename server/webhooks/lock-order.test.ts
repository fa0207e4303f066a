import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { webhookMessages } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { enqueueMessages } from '@/server/testing/messages'
import { byProof } from '@/server/testing/proof'
import { as, openWebhookWorld } from '@/server/testing/webhook-world'
import { addEndpoint } from './destinations/endpoint-world.test-data'
import { abandonMessages, redirectMessages } from './move-messages'
import { ON_ATTEMPT } from './on-attempt'
import { createRecorder } from './record-attempts'
import { recoverMessages } from './recover-messages'

/**
 * Who changes many messages locks them in the order in which attempts at them are recorded: neither ever waits for the
 * other in a circle.
 */
const world = openWebhookWorld()
const MESSAGES = 400
const ROUNDS = byProof(4, 40)

type Destination = { businessId: string; destinationId: string }
const VERBS: Record<string, (to: Destination) => Promise<unknown>> = {
  redirected: (to) => inWorker(({ db }) => redirectMessages(db, { ...to, url: world.receiver.url })),
  'given up': (to) => inWorker(({ db }) => abandonMessages(db, to)),
  recovered: () => as(world.owner, (ctx) => recoverMessages(ctx, { since: new Date(0) })),
}

test.each(Object.keys(VERBS))('messages are %s while attempts at them are recorded', async (verb) => {
  const { id: destinationId } = await addEndpoint(world.owner, world.receiver.url)
  // The table has them the other way round.
  const ids = Array.from({ length: MESSAGES }, () => v7()).reverse()
  const request = { destinationId, keySource: 'endpoint', source: 'transaction' } as const
  await enqueueMessages(
    world.owner,
    world.receiver.url,
    ids.map((id) => ({ id, ...request })),
  )
  const { db } = workerCtx()
  const record = createRecorder(workerCtx(), ON_ATTEMPT)
  const result = { httpStatus: 500, error: 'no', latencyMs: 1, responseExcerpt: null, retryAfter: undefined }
  for (let round = 0; round < ROUNDS; round++) {
    const status = verb === 'recovered' ? 'failed' : 'pending'
    const claimed = await db
      .update(webhookMessages)
      .set({ status, nextAttemptAt: null })
      .where(eq(webhookMessages.destinationId, destinationId))
      .returning()
    const attempts = claimed.map((message) => ({
      ...{ message, result, headers: {}, signedWith: 'endpoint', isResend: false },
    }))
    const both = [...attempts.map((one) => record({ ...one, signedWith: 'endpoint' })), changed(verb, destinationId)]
    const refused = (await Promise.allSettled(both)).filter((one) => one.status === 'rejected')
    expect(refused).toEqual([])
  }
})

function changed(verb: string, destinationId: string) {
  return VERBS[verb]?.({ businessId: world.owner.businessId, destinationId })
}
