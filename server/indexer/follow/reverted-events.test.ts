import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { alarms, indexerSubscriptions, webhookMessages } from '@/db/schema'
import { runWatchers } from '@/server/alarms/run-watchers'
import { chainOf } from '@/server/chains/testing/chain-of'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { inTenant, workerCtx } from '@/server/ctx'
import { finalityWatcher } from '@/server/indexer/finality-watcher'
import { resendMessage } from '@/server/webhooks/resend-message'
import { transferLog } from './event-chain.test-data'
import { CHAIN_ID, openFollowWorld } from './follow-world.test-data'

const on = openFollowWorld()
const { subscribe, follow, deliver, sent, subscriptionOf } = on
const LOWERED = { confirmations: 1, passDepth: 1 }

const db = () => workerCtx().db
const touch = (set: Partial<typeof webhookMessages.$inferInsert>) => db().update(webhookMessages).set(set)
const openAlarms = () => db().select().from(alarms).where(sql`kind = 'finality_broken' and closed_at is null`)

/** Reads an event at one confirmation, then replaces its block with an empty one. */
async function replaceOne(before: () => Promise<unknown>): Promise<string> {
  on.chain = { ...on.chain, confirmations: 5 }
  const id = await subscribe(LOWERED)
  on.world.mine(transferLog(7n))
  await follow()
  await before()
  on.world.forget(1)
  on.world.mineMany(2)
  await follow()
  return id
}

describe('an event whose block is replaced', () => {
  test('is sent again with its id and status reverted, to the current URL', async () => {
    const moved = 'http://127.0.0.1:9/moved'
    await replaceOne(async () => {
      await deliver()
      await db().update(indexerSubscriptions).set({ webhookUrl: moved })
    })
    const [first, second, ...more] = await sent()
    expect(more).toEqual([])
    expect(second?.payload).toEqual({ ...first?.payload, status: 'reverted' })
    expect(second).toMatchObject({ kind: 'indexer.reverted', url: moved, orderKey: first?.orderKey })
    expect(await openAlarms()).toEqual([])
  })

  test('cannot be resent by hand, whatever its outcome, but its notice can', async () => {
    await replaceOne(deliver)
    const [first, notice] = await sent()
    const { tenant } = on
    const resend = (id = '') => inTenant(tenant, (ctx) => resendMessage({ ...ctx, projectId: tenant.projectId }, id))
    expect(first).toMatchObject({ status: 'delivered', withdrawnBecause: 'undone' })
    await expect(resend(first?.id)).rejects.toMatchObject({ code: 'failed', reason: 'event_taken_back' })
    await resend(notice?.id)
    expect(await sent()).toMatchObject([{ resendRequestedAt: null }, { resendRequestedAt: expect.any(Date) }])
  })

  test('is dropped without a notice if it was never sent', async () => {
    const id = await replaceOne(async () => {})
    expect(await sent()).toMatchObject([{ status: 'failed', attemptCount: 0, nextAttemptAt: null }])
    expect(await subscriptionOf(id)).toMatchObject({ droppedCount: 1, failedCount: 0 })
  })

  test('is not retried after a failed attempt, and gets a notice, because the destination may have received it', async () => {
    const id = await replaceOne(() => touch({ attemptCount: 2 }))
    expect(await sent()).toMatchObject([
      { status: 'failed', nextAttemptAt: null },
      { kind: 'indexer.reverted', status: 'pending' },
    ])
    expect(await subscriptionOf(id)).toMatchObject({ droppedCount: 0, failedCount: 1 })
  })

  test('that is being sent arrives before its notice', async () => {
    const leaseUntil = new Date(Date.now() + 25_000)
    await replaceOne(() => touch({ leaseUntil }))
    expect(await sent()).toMatchObject([
      { status: 'failed', leaseUntil },
      { kind: 'indexer.reverted', nextAttemptAt: leaseUntil },
    ])
  })

  test('is followed, after the notice, by the events of the block that replaced it', async () => {
    on.chain = { ...on.chain, confirmations: 5 }
    await subscribe(LOWERED)
    const log = transferLog(7n)
    const gone = on.world.mine(log)
    await follow()
    await deliver()
    on.world.forget(1)
    on.world.mine()
    const kept = on.world.mine(transferLog(1n), log)
    await follow()
    const reported = (await sent()).map(({ payload }) => [payload.id, payload.blockHash, payload.status])
    expect(reported.slice(0, 2)).toEqual([
      [`${log.transactionHash}:0`, gone.hash, 'success'],
      [`${log.transactionHash}:0`, gone.hash, 'reverted'],
    ])
    expect(reported[3]).toEqual([`${log.transactionHash}:1`, kept.hash, 'success'])
  })
})

describe('a final block', () => {
  test('that is replaced raises an alarm for a day', async () => {
    await subscribe()
    on.world.mine(transferLog(7n))
    await follow()
    on.world.forget(1)
    on.world.mineMany(2)
    await follow()
    expect(await openAlarms()).toMatchObject([{ chainId: CHAIN_ID, subject: 'BASE' }])
    await runWatchers(workerCtx(), [finalityWatcher])
    expect(await openAlarms()).toHaveLength(1)
    await db()
      .update(alarms)
      .set({ openedAt: sql`now() - interval '25 hours'` })
      .where(eq(alarms.kind, 'finality_broken'))
    await runWatchers(workerCtx(), [finalityWatcher])
    expect(await openAlarms()).toEqual([])
  })

  test('that only one node replaced raises none: nothing happens until the nodes agree', async () => {
    await subscribe()
    on.world.mine(transferLog(7n))
    await follow()
    await deliver()
    // The second node stays on the old branch and extends it; the first one left it.
    const other = await startStubNode({ chainId: CHAIN_ID, methods: on.world.branch().methods() })
    on.world.forget(1)
    on.world.mineMany(3)
    on.chain = { ...chainOf([{ url: on.node.url }, { url: other.url, priority: 1 }]), chainId: CHAIN_ID, code: 'BASE' }
    await expect(follow()).rejects.toThrow('was replaced according to')
    expect(await sent()).toHaveLength(1)
    await other.close()
    await follow()
    expect((await sent()).map(({ payload }) => payload.status)).toEqual(['success', 'reverted'])
  })
})
