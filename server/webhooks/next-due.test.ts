import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { propertyRuns } from '@/server/testing/proof'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { anyOutbox, fillOutbox } from './any-messages.test-data'
import { DUE_AT, IS_DUE, IS_OPEN, isAnyDue, isInTurn, nextDueAt } from './due-messages'

const world = openWebhookWorld()

/** The due state that a scan of all messages finds. */
async function pollAll(): Promise<{ isDue: boolean; at: number | null }> {
  const [row] = await workerCtx().db.execute<{ due: boolean | null; at: string | null }>(sql`
    select bool_or(${IS_DUE} and ${isInTurn(workerCtx())}) as due,
      min(greatest(${DUE_AT}, lease_until)) filter (where ${IS_OPEN} and ${isInTurn(workerCtx())}) as at
    from webhook_messages`)
  return { isDue: row?.due ?? false, at: row?.at ? Date.parse(row.at) : null }
}

test('what is due, and when the next will be, is found as by a look at every message', async () => {
  await fc.assert(
    fc.asyncProperty(anyOutbox, async (outbox) => {
      await fillOutbox(world.owner, world.receiver.url, outbox)
      const { isDue, at } = await pollAll()
      expect(await isAnyDue(workerCtx())).toBe(isDue)
      const found = await nextDueAt(workerCtx())
      expect(found === null).toBe(at === null)
      // Made one after the other, messages of one moment are some milliseconds apart.
      expect(Math.abs((found?.getTime() ?? 0) - (at ?? 0))).toBeLessThan(1_000)
    }),
    propertyRuns(),
  )
})
