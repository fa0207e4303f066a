import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chainBlocks, chainCursors } from '@/db/schema'
import type { CursorKey } from './cursor'

/** The position of a cursor, and the highest block it ever reached. */
export type CursorPosition = { head: bigint; hash: string | null; highest: bigint }

/** Null if it was never claimed. It stays locked until this transaction ends. */
export async function findPosition(
  db: Database,
  { chainId, consumer, depth }: CursorKey,
): Promise<CursorPosition | null> {
  const { blockNumber: head, blockHash: hash, highestBlock: highest } = chainCursors
  const [place] = await db
    .select({ head, hash, highest })
    .from(chainCursors)
    .where(and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, consumer), eq(chainCursors.depth, depth)))
    .for('update')
  return place ?? null
}

/**
 * Moves a cursor, even while another process holds its lease: `moveCursor` then refuses to store what the holder read
 * from the old position. Blocks above the new position are forgotten. `like`: so are the cursor's own blocks, in favour
 * of those that the cursor of that depth remembers.
 */
export async function setCursorPosition(
  db: Database,
  key: CursorKey,
  { head, hash, highest, like }: CursorPosition & { like?: number },
): Promise<void> {
  const { chainId, consumer, depth } = key
  const place = { blockNumber: head, blockHash: hash }
  await db
    .insert(chainCursors)
    .values({ ...key, ...place, highestBlock: highest })
    .onConflictDoUpdate({
      target: [chainCursors.chainId, chainCursors.consumer, chainCursors.depth],
      set: { ...place, highestBlock: sql`greatest(${chainCursors.highestBlock}, excluded.highest_block)` },
    })
  await db.execute(sql`
    delete from chain_blocks where chain_id = ${chainId} and consumer = ${consumer} and depth = ${depth}
      and (number > ${head.toString()}::numeric or ${like !== undefined}::boolean)`)
  if (like === undefined) return
  await db.execute(sql`
    insert into chain_blocks (chain_id, consumer, depth, number, hash)
    select chain_id, consumer, ${depth}::int, number, hash from chain_blocks
    where chain_id = ${chainId} and consumer = ${consumer} and depth = ${like} and number <= ${head.toString()}::numeric`)
}

/** The hash a cursor remembers of a block. */
export async function findHash(db: Database, key: CursorKey, number: bigint): Promise<string | null> {
  const [block] = await db
    .select({ hash: chainBlocks.hash })
    .from(chainBlocks)
    .where(and(ofCursor(key), eq(chainBlocks.number, number)))
  return block?.hash ?? null
}

/** The newest block up to `upTo` that two cursors of a consumer remember alike; null if there is none. */
export async function findCommonBlock(
  db: Database,
  { like, ...key }: CursorKey & { like: number },
  upTo: bigint,
): Promise<{ number: bigint; hash: string } | null> {
  const isAlike = sql`exists (select 1 from chain_blocks o where o.chain_id = ${chainBlocks.chainId} and o.consumer = ${chainBlocks.consumer}
    and o.depth = ${like} and o.number = ${chainBlocks.number} and o.hash = ${chainBlocks.hash})`
  const [block] = await db
    .select({ number: chainBlocks.number, hash: chainBlocks.hash })
    .from(chainBlocks)
    .where(and(ofCursor(key), lte(chainBlocks.number, upTo), isAlike))
    .orderBy(desc(chainBlocks.number))
    .limit(1)
  return block ?? null
}

function ofCursor({ chainId, consumer, depth }: CursorKey) {
  return and(eq(chainBlocks.chainId, chainId), eq(chainBlocks.consumer, consumer), eq(chainBlocks.depth, depth))
}
