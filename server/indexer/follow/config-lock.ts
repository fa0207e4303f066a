import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { chainCursors, indexerSubscriptions } from '@/db/schema'
import { ofChain, type ReadDepth } from './read-depth'

const fingerprint = z.object({ fingerprint: z.string() })

const keyOf = (chainId: number) => sql`hashtextextended(${`indexer ${chainId}`}, 0)`

/**
 * For who changes a subscription: until this transaction ends, no block is stored as read without the change. Take it
 * before any row is locked.
 */
export async function holdNextStore(db: Database, chainId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${keyOf(chainId)})`)
}

/** For a new subscription: the first block that the pass did not read yet, null where it read none. */
export async function beforeNextBlock(db: Database, { chainId, depth }: ReadDepth): Promise<bigint | null> {
  await holdNextStore(db, chainId)
  const [cursor] = await db
    .select({ head: chainCursors.blockNumber })
    .from(chainCursors)
    .where(and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, 'indexer'), eq(chainCursors.depth, depth)))
  return cursor ? cursor.head + 1n : null
}

/**
 * For the follower, before it stores what it read, and for who moves its cursors: changes that were begun are done, and
 * others wait until this transaction ends.
 */
export async function closeConfig(db: Database, chainId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${keyOf(chainId)})`)
}

/** Identifies everything that the passes of a chain read for, including a pass that a subscription waits to join. */
export function fingerprintOf(db: Database, chainId: number) {
  const { id, events, passDepth, confirmations } = indexerSubscriptions
  const asked = sql`concat_ws(' ', ${id}, ${passDepth}, coalesce(${confirmations}, 0), ${events})`
  return db
    .select({ fingerprint: sql<string>`md5(coalesce(string_agg(${asked}, ',' order by ${id}), ''))`.as('fingerprint') })
    .from(indexerSubscriptions)
    .where(ofChain(chainId))
}

/** The present value of `fingerprintOf`. */
export async function readFingerprint(db: Database, chainId: number): Promise<string> {
  const [row] = await fingerprintOf(db, chainId)
  return fingerprint.parse(row).fingerprint
}
