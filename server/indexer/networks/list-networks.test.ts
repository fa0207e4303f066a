import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { alarms, chainHeads, indexerSubscriptions } from '@/db/schema'
import { inOperatorReading, workerCtx } from '@/server/ctx'
import { transferLog } from '@/server/indexer/follow/event-chain.test-data'
import { CHAIN_ID, openFollowWorld } from '@/server/indexer/follow/follow-world.test-data'
import { listNetworks } from './list-networks'

const on = openFollowWorld()
const support = { actor: { type: 'system', id: 'test' }, requestId: 'test' } as const
const networks = async () => (await inOperatorReading(support, listNetworks)).items

test('lists a chain while it has subscriptions, with its head, read position, events and problems', async () => {
  expect(await networks()).toEqual([])
  const id = await on.subscribe()
  expect(await networks()).toMatchObject([
    { chainId: CHAIN_ID, depths: [{ depth: 0, readBlock: null, lagBlocks: null }] },
  ])
  on.world.mine(transferLog(1n), transferLog(2n))
  await on.follow()
  const { db } = workerCtx()
  const at = new Date()
  await db.insert(chainHeads).values({ chainId: CHAIN_ID, blockNumber: 6n, blockAt: at, answeredAt: at })
  await db.insert(alarms).values({ kind: 'indexer_behind', chainId: CHAIN_ID, subject: 'BASE', message: 'late' })
  const [network] = await networks()
  expect(network).toMatchObject({
    code: 'BASE',
    headBlock: '6',
    depths: [{ depth: 0, readBlock: '1', lagBlocks: '5', lagSeconds: 10, subscriptions: 1 }],
    recentEvents: 2,
    undecodable: 0,
    runningReplays: 0,
    trouble: 'late',
  })
  // The head is sampled: a reader may be ahead of the sample, and the chain then is as well.
  await db.update(chainHeads).set({ blockNumber: 0n }).where(eq(chainHeads.chainId, CHAIN_ID))
  expect(await networks()).toMatchObject([{ headBlock: '1', depths: [{ readBlock: '1', lagBlocks: '0' }] }])
  await db.update(indexerSubscriptions).set({ deletedAt: at }).where(eq(indexerSubscriptions.id, id))
  expect(await networks()).toEqual([])
})
