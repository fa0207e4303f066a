import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { chainCursors, indexerSubscriptions } from '@/db/schema'
import { ofDepth, type ReadDepth } from './read-depth'

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

/** Identifies everything that is requested from a pass. */
export async function readFingerprint(db: Database, depth: ReadDepth): Promise<string> {
  const { id, events } = indexerSubscriptions
  const [row] = await db
    .select({ fingerprint: sql`md5(coalesce(string_agg(${id}::text || ${events}::text, ',' order by ${id}), ''))` })
    .from(indexerSubscriptions)
    .where(ofDepth(depth))
  return fingerprint.parse(row).fingerprint
}
