import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chainCursors } from '@/db/schema'
import { inOperatorReading, workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { listOperatorChains } from './list-operator-chains'

openDatabase()

const CHAIN_ID = 84_532
const operator = { actor: { type: 'system', id: 'test' }, requestId: 'test' } as const

async function syncedTo(): Promise<string | null | undefined> {
  const { items } = await inOperatorReading(operator, listOperatorChains)
  expect(new Set(items.map(({ chainId }) => chainId)).size).toBe(items.length)
  return items.find(({ chainId }) => chainId === CHAIN_ID)?.watchedBlock
}

test('a chain is synced to what its deposits were read to, since the engine reads only while it has work', async () => {
  const { db } = workerCtx()
  expect(await syncedTo()).toBeNull()
  const cursor = { chainId: CHAIN_ID, blockHash: '0x1', finalBlock: 1n, highestBlock: 1n }
  await db.insert(chainCursors).values({ ...cursor, consumer: 'engine', blockNumber: 523n })
  expect(await syncedTo()).toBe('523')
  await db.insert(chainCursors).values({ ...cursor, consumer: 'deposits', blockNumber: 926n })
  expect(await syncedTo()).toBe('926')
  const ofDeposits = and(eq(chainCursors.chainId, CHAIN_ID), eq(chainCursors.consumer, 'deposits'))
  await db.update(chainCursors).set({ blockNumber: 400n }).where(ofDeposits)
  expect(await syncedTo()).toBe('400')
})
