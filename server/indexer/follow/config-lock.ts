import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { chainCursors } from '@/db/schema'

const fingerprint = z.object({ fingerprint: z.string() })

const keyOf = (chainId: number) => sql`hashtextextended(${`indexer ${chainId}`}, 0)`

/**
 * For who changes what a chain is asked for: until this transaction ends, no block is stored as read without the change. Take it before any row
 * is locked. Answers the first block that was not read yet, null where none was.
 */
export async function beforeNextBlock(db: Database, chainId: number): Promise<bigint | null> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${keyOf(chainId)})`)
  const [cursor] = await db
    .select({ head: chainCursors.blockNumber })
    .from(chainCursors)
    .where(and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, 'indexer')))
  return cursor ? cursor.head + 1n : null
}

/** For the follower, before it stores what it read: changes that were begun are done, and others wait until this transaction ends. */
export async function closeConfig(db: Database, chainId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${keyOf(chainId)})`)
}

/** Stands for all that is asked of a chain. */
export async function readFingerprint(db: Database, chainId: number): Promise<string> {
  const [row] = await db.execute(sql`
    select md5(coalesce(string_agg(id::text || events::text, ',' order by id), '')) as fingerprint
    from indexer_subscriptions where chain_id = ${chainId} and deleted_at is null`)
  return fingerprint.parse(row).fingerprint
}
