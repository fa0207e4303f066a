import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { chainCursors, indexerSubscriptions } from '@/db/schema'
import { type ReadDepth, subscriptionsOfChain } from './read-depth'

const fingerprint = z.object({ fingerprint: z.string() })

const keyOf = (chainId: number) => sql`hashtextextended(${`indexer ${chainId}`}, 0)`

/**
 * Lets a change of subscriptions finish before the next range is stored. Takes a shared lock until the transaction
 * ends. Call it before any row is locked.
 */
export async function lockConfigShared(db: Database, chainId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${keyOf(chainId)})`)
}

/** The first block that the pass has not read yet, for a new subscription; null if it has read none. */
export async function findFirstUnreadBlock(db: Database, { chainId, depth }: ReadDepth): Promise<bigint | null> {
  await lockConfigShared(db, chainId)
  const [cursor] = await db
    .select({ head: chainCursors.blockNumber })
    .from(chainCursors)
    .where(and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, 'indexer'), eq(chainCursors.depth, depth)))
  return cursor ? cursor.head + 1n : null
}

/**
 * Stops changes of a chain's subscriptions until the transaction ends, and waits for those that have begun. The
 * follower takes it before it stores a range or moves a cursor.
 */
export async function lockConfigExclusive(db: Database, chainId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${keyOf(chainId)})`)
}

/** Identifies what all passes of a chain read: the subscriptions, with the pass they wait to join. */
export function fingerprintOf(db: Database, chainId: number) {
  const { id, events, passDepth, confirmations } = indexerSubscriptions
  const settings = sql`concat_ws(' ', ${id}, ${passDepth}, coalesce(${confirmations}, 0), ${events})`
  return db
    .select({
      fingerprint: sql<string>`md5(coalesce(string_agg(${settings}, ',' order by ${id}), ''))`.as('fingerprint'),
    })
    .from(indexerSubscriptions)
    .where(subscriptionsOfChain(chainId))
}

/** The current value of `fingerprintOf`. */
export async function readFingerprint(db: Database, chainId: number): Promise<string> {
  const [row] = await fingerprintOf(db, chainId)
  return fingerprint.parse(row).fingerprint
}
