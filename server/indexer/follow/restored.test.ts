import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { transferLog } from './event-chain.test-data'
import { openFollowWorld } from './follow-world.test-data'

const on = openFollowWorld()

const said = async () => (await on.sent()).map(({ id, reportedAs, payload }) => ({ id, reportedAs, event: payload.id }))
/** Restores a backup with the subscriptions and without anything of the chain. */
async function restore(): Promise<void> {
  for (const table of ['webhook_messages', 'indexer_events', 'chain_blocks', 'chain_cursors'])
    await workerCtx().db.execute(sql.raw(`delete from ${table}`))
}

test('events that a restored backup finds again have the webhook-id that their destinations know', async () => {
  await on.subscribe()
  await on.subscribe()
  on.world.mine(transferLog(1n), transferLog(2n))
  on.world.mine(transferLog(3n))
  await on.follow()
  const before = await said()
  expect(before).toHaveLength(6)
  expect(new Set(before.map(({ reportedAs }) => reportedAs)).size).toBe(6)
  await restore()
  await on.follow()
  const after = await said()
  const byReceiver = (all: typeof before) => all.map(({ reportedAs, event }) => `${event} ${reportedAs}`).sort()
  expect(byReceiver(after)).toEqual(byReceiver(before))
  expect(after.map(({ id }) => id)).not.toEqual(before.map(({ id }) => id))
})

test('an event whose block left its chain and came back is new', async () => {
  await on.subscribe()
  on.world.mine(transferLog(1n))
  await on.follow()
  await on.deliver()
  await workerCtx().db.execute(sql`update indexer_events set reverted_at = now()`)
  for (const table of ['chain_blocks', 'chain_cursors']) await workerCtx().db.execute(sql.raw(`delete from ${table}`))
  await on.follow()
  const [first, second, ...others] = await said()
  expect(others).toEqual([])
  expect(second?.event).toBe(first?.event)
  expect(second?.reportedAs).not.toBe(first?.reportedAs)
})
