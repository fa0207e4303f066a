import { expect, test } from 'vitest'
import { chainCursors, chainHeads } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { getSubscriptionReading } from './get-subscription-reading'
import { openSubscriptionWorld } from './subscription-world.test-data'

const on = openSubscriptionWorld()
const CHAIN = 84_532

/** Where the chain of Base Sepolia stands, and how far its events are read. */
async function moveTo({ head, read, depth }: { head: bigint; read: bigint; depth: number }): Promise<void> {
  const { db } = workerCtx()
  const at = new Date()
  const ofHead = { blockNumber: head, blockAt: at, answeredAt: at }
  await db
    .insert(chainHeads)
    .values({ chainId: CHAIN, ...ofHead })
    .onConflictDoUpdate({ target: chainHeads.chainId, set: ofHead })
  await db
    .insert(chainCursors)
    .values({ chainId: CHAIN, consumer: 'indexer', depth, blockNumber: read })
    .onConflictDoUpdate({
      target: [chainCursors.chainId, chainCursors.consumer, chainCursors.depth],
      set: { blockNumber: read },
    })
}

const readingOf = (id: string) => {
  const { tenant } = on.client
  return inTenant(tenant, (ctx) => getSubscriptionReading({ ...ctx, projectId: tenant.projectId }, id))
}

test('a reader that keeps up is a few blocks behind, and one that does not says so', async () => {
  const { id } = await on.create(on.client, { chainId: CHAIN })
  const { passDepth: depth } = await on.rowOf(id)
  await moveTo({ head: 1_000n, read: 998n, depth })
  expect(await readingOf(id)).toEqual({
    readBlock: '998',
    lagBlocks: '2',
    lagSeconds: 4,
    isBehind: false,
    waiting: { total: 0, isMore: false },
  })
  await moveTo({ head: 100_000n, read: 998n, depth })
  expect(await readingOf(id)).toMatchObject({ lagBlocks: '99002', isBehind: true })
})

test('blocks before the subscription are not behind', async () => {
  const { id } = await on.create(on.client, { chainId: CHAIN })
  const { passDepth: depth, fromBlock } = await on.rowOf(id)
  await moveTo({ head: fromBlock, read: 1n, depth })
  expect(await readingOf(id)).toMatchObject({ readBlock: String(fromBlock - 1n), lagBlocks: '1', isBehind: false })
})

test('the subscription of another business is unknown', async () => {
  await expect(readingOf('0193a000-0000-7000-8000-0000000000aa')).rejects.toThrow()
})
