import { beforeEach, expect, test } from 'vitest'
import { chainCursors, chainHeads, indexerSubscriptions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { indexerWatcher } from './indexer-watcher'

/** Base has a block every two seconds and ten confirmations, so the limit is 60 blocks plus ten. */
const CHAIN_ID = 8_453
const ALLOWED = 70n
openDatabase()

beforeEach(async () => {
  const { db } = workerCtx()
  for (const table of [indexerSubscriptions, chainCursors, chainHeads]) await db.delete(table)
})

async function arrange({
  chainId = CHAIN_ID,
  head,
  read,
  fromBlock = 1n,
  deletedAt = null,
  passDepth = 0,
}: Arranged & { chainId?: number }): Promise<void> {
  const { db } = workerCtx()
  const { businessId, projectId } = await createTenant()
  const at = new Date()
  await db.insert(chainHeads).values({ chainId, blockNumber: head, blockAt: at, answeredAt: at })
  const cursor = { chainId, consumer: 'indexer' as const }
  if (read !== null) await db.insert(chainCursors).values({ ...cursor, depth: passDepth, blockNumber: read })
  // The cursor of a pass without subscriptions.
  await db.insert(chainCursors).values({ ...cursor, depth: 7, blockNumber: 1n })
  const own = { businessId, projectId, chainId, createdBy: 'test', secretSealed: new Uint8Array([1]) }
  const asked = { contractAddress: '0x1', webhookUrl: 'https://x.example', events: ['transfer'] }
  await db.insert(indexerSubscriptions).values({ ...own, ...asked, fromBlock, deletedAt, passDepth })
}
type Arranged = { head: bigint; read: bigint | null; fromBlock?: bigint; deletedAt?: Date | null; passDepth?: number }

const BEHIND = { kind: 'indexer_behind', chainId: CHAIN_ID, subject: 'BASE' }

test.each<[string, Arranged, boolean]>([
  ['read up to its final block', { head: 1_000n, read: 991n }, false],
  ['late, but not long', { head: 1_000n, read: 1_000n - ALLOWED }, false],
  ['late for minutes', { head: 1_000n, read: 999n - ALLOWED }, true],
  ['never read, since a moment', { head: 1_000n, read: null, fromBlock: 990n }, false],
  ['never read, for minutes', { head: 1_000n, read: null, fromBlock: 800n }, true],
  ['left alone until somebody subscribed just now', { head: 1_000n, read: 5n, fromBlock: 1_000n }, false],
  ['late at the depth somebody asked for', { head: 1_000n, read: 999n - ALLOWED, passDepth: 1 }, true],
  ['read up to that depth', { head: 1_000n, read: 1_000n, passDepth: 1 }, false],
  ['of nobody any more', { head: 1_000n, read: 5n, deletedAt: new Date() }, false],
])('a chain that is %s', async (_what, arranged, isBehind) => {
  await arrange(arranged)
  const causes = await indexerWatcher.findCauses(workerCtx())
  expect(causes).toEqual(isBehind ? [expect.objectContaining(BEHIND)] : [])
})

test('Solana’s events can be late like those of other chains', async () => {
  await arrange({ chainId: 101, head: 5_000n, read: 4_900n })
  expect(await indexerWatcher.findCauses(workerCtx())).toEqual([])
  await workerCtx().db.update(chainHeads).set({ blockNumber: 9_000n })
  const [cause] = await indexerWatcher.findCauses(workerCtx())
  expect(cause).toMatchObject({ kind: 'indexer_behind', chainId: 101, subject: 'SOL' })
})
