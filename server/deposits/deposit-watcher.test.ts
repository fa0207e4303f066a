import { beforeEach, expect, test } from 'vitest'
import { chainCursors, chainHeads, rpcEndpoints } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { openDatabase } from '@/server/testing/open-database'
import { depositWatcher } from './deposit-watcher'

/** Base: a block every two seconds, so 60 blocks may be missing. */
const CHAIN_ID = 8_453
openDatabase()

beforeEach(async () => {
  const { db } = workerCtx()
  for (const table of [chainCursors, chainHeads, rpcEndpoints]) await db.delete(table)
  forgetChains()
})

const BEHIND = { kind: 'deposits_behind', chainId: CHAIN_ID, subject: 'BASE' }

test.each([
  ['read to its head', { read: 1_000n, isServed: true }, false],
  ['late, but not long', { read: 940n, isServed: true }, false],
  ['late for minutes', { read: 939n, isServed: true }, true],
  ['late and no longer served', { read: 5n, isServed: false }, false],
  ['not followed yet', { read: null, isServed: true }, false],
])('a chain that is %s', async (_what, { read, isServed }, isBehind) => {
  const { db } = workerCtx()
  const at = new Date()
  await db.insert(chainHeads).values({ chainId: CHAIN_ID, blockNumber: 1_000n, blockAt: at, answeredAt: at })
  if (isServed) await addRpcEndpoint(CHAIN_ID, 'http://127.0.0.1:9')
  if (read !== null)
    await db.insert(chainCursors).values({ chainId: CHAIN_ID, consumer: 'deposits', blockNumber: read })
  // The events of a chain are read at their own pace.
  await db.insert(chainCursors).values({ chainId: CHAIN_ID, consumer: 'indexer', blockNumber: 1n })
  const causes = await depositWatcher.findCauses(workerCtx())
  expect(causes).toEqual(isBehind ? [expect.objectContaining(BEHIND)] : [])
})
