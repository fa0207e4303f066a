import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { workerCtx } from '@/server/ctx'
import { enqueueMessages } from '@/server/testing/messages'
import { propertyRuns } from '@/server/testing/proof'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { anyOutbox, fillOutbox } from './any-messages.test-data'
import { claimDue } from './claim-due'
import { IS_DUE, isInTurn } from './due-messages'
import { pauseDestination } from './pause-destination'

const world = openWebhookWorld()
const MAX = 3
const MINUTE = 60_000

test('of each receiver what is due and in turn is claimed, up to its share, whatever else waits', async () => {
  const { businessId } = world.owner
  await fc.assert(
    fc.asyncProperty(anyOutbox, async (outbox) => {
      const { receiverOf } = await fillOutbox(world.owner, world.receiver.url, outbox)
      const due = await workerCtx().db.execute(
        sql`select id from webhook_messages where business_id = ${businessId} and ${IS_DUE} and ${isInTurn(workerCtx())}`,
      )
      const dueIds = z
        .array(z.object({ id: z.string() }))
        .parse([...due])
        .map(({ id }) => id)
      const claim = { free: 1_000, perProject: 1_000, inFlightOf: new Map(), inFlightTo: new Map(), leaseMs: 30_000 }
      const claimed = (await claimDue(workerCtx(), { ...claim, perDestination: MAX })).map(({ id }) => id)
      expect(dueIds).toEqual(expect.arrayContaining(claimed))
      for (const receiver of new Set(dueIds.map(receiverOf))) {
        const [waiting, taken] = [dueIds, claimed].map(
          (some) => some.filter((id) => receiverOf(id) === receiver).length,
        )
        expect([receiver, taken]).toEqual([receiver, Math.min(waiting ?? 0, MAX)])
      }
    }),
    propertyRuns(15, 240),
  )
})

test('what waits for a receiver that is full or paused keeps no other from being found', async () => {
  const [full, paused, free] = [v7(), v7(), v7()]
  const { businessId, projectId } = world.owner
  const request = (destinationId: string, orderKey: string | null) => ({
    destinationId,
    orderKey,
    nextAttemptAt: new Date(Date.now() - 5 * MINUTE),
  })
  const before = [full, paused].flatMap((to) => [request(to, null), request(to, to)])
  await enqueueMessages(world.owner, world.receiver.url, Array(600).fill(before).flat())
  const [one = '', two = ''] = await enqueueMessages(world.owner, world.receiver.url, [
    { destinationId: free },
    { destinationId: free, orderKey: free },
  ])
  await pauseDestination(workerCtx().db, { businessId, destinationId: paused })
  const inFlightTo = new Map([[`${projectId} ${full}`, MAX]])
  const claim = { free: 1_000, perProject: 1_000, inFlightOf: new Map(), inFlightTo, leaseMs: 30_000 }
  const claimed = await claimDue(workerCtx(), { ...claim, perDestination: MAX })
  expect(claimed.map(({ id }) => id).sort()).toEqual([one, two].sort())
})
