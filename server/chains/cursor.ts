import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { isLeaseFree, LeaseLostError, NO_LEASE, newLeaseValues } from '@/db/lease'
import { type ChainConsumer, chainCursors } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/**
 * The position up to which a chain was read: the newest block, and the newest final block (null before the first
 * reading).
 */
export type ChainPosition = { head: bigint; hash: string | null; finalBlock: bigint | null }

/**
 * The right to move a consumer's cursor for a few seconds. Each write that matters names owner and fence, so a holder
 * whose lease has expired writes nothing.
 */
export type ChainLease = CursorKey & { owner: string; fence: number }

/**
 * `depth`: the number of confirmations at which blocks are read; 0 means final by the chain's own rule, or every block.
 */
export type CursorKey = { chainId: number; consumer: ChainConsumer; depth: number }

/** A cursor under a lease. */
export type Cursor = ChainLease &
  ChainPosition & {
    /** The duration of the lease from the moment it is taken or renewed. */
    seconds: number
    /** When the lease was last taken or renewed, by this process's clock in ms. */
    renewedAt: number
    /** The highest block that it ever reached: after a reorg, blocks below it may be different ones. */
    highest: bigint
    /**
     * The lowest block that a reorg replaced, while the consumer handles it. The next move forgets the remembered
     * blocks from there on.
     */
    reorgedFrom: bigint | null
  }

/**
 * The hashes of this number of blocks below the newest are kept, to find where a reorged chain diverged from what was
 * read.
 */
const REMEMBERED_BLOCKS = 256

/** Takes or renews the lease of a consumer's cursor; null while another process has it. */
export async function claimCursor(
  { db }: WorkerCtx,
  { chainId, consumer, depth = 0 }: Omit<CursorKey, 'depth'> & { depth?: number },
  { owner, seconds }: { owner: string; seconds: number },
): Promise<Cursor | null> {
  const renewedAt = Date.now()
  const [row] = await db
    .insert(chainCursors)
    .values({ chainId, consumer, depth, blockNumber: 0n, ...newLeaseValues(chainCursors, owner, seconds), fence: 1 })
    .onConflictDoUpdate({
      target: [chainCursors.chainId, chainCursors.consumer, chainCursors.depth],
      set: newLeaseValues(chainCursors, owner, seconds),
      setWhere: isLeaseFree(chainCursors, owner),
    })
    .returning()
  if (!row) return null
  const { fence, blockNumber: head, blockHash: hash, finalBlock, highestBlock: highest } = row
  const lease = { chainId, consumer, depth, owner, fence, seconds, renewedAt }
  return { ...lease, head, hash, finalBlock, highest, reorgedFrom: null }
}

/** Releases the leases on a consumer's cursors of a chain, so that another process need not wait until they expire. */
export async function releaseCursor(
  { db }: WorkerCtx,
  { chainId, consumer }: Omit<CursorKey, 'depth'>,
  owner: string,
): Promise<void> {
  await db
    .update(chainCursors)
    .set(NO_LEASE)
    .where(
      and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, consumer), eq(chainCursors.leaseOwner, owner)),
    )
}

/**
 * Revokes the leases on a consumer's cursors on all chains. Blocks that are being read are then not stored, and are
 * read again. Run it in the transaction that changes what the consumer looks for.
 */
export async function revokeLeases({ db }: Pick<WorkerCtx, 'db'>, consumer: ChainConsumer): Promise<void> {
  await db.update(chainCursors).set(NO_LEASE).where(eq(chainCursors.consumer, consumer))
}

/**
 * Moves a consumer's cursors back to these blocks, by chain, if they are above, so that later blocks are read again.
 * Run it in the transaction that changes what the consumer looks for.
 */
export async function rewindCursors(
  { db }: Pick<WorkerCtx, 'db'>,
  consumer: ChainConsumer,
  blocks: ReadonlyMap<number, bigint>,
): Promise<void> {
  for (const [chainId, block] of blocks)
    await db
      .update(chainCursors)
      .set({ ...NO_LEASE, blockNumber: block, blockHash: null })
      .where(
        and(
          eq(chainCursors.chainId, chainId),
          eq(chainCursors.consumer, consumer),
          gt(chainCursors.blockNumber, block),
        ),
      )
}

type Move = {
  /**
   * The position that the cursor must still have, so that what was read after one block is never stored after another.
   */
  from?: Pick<ChainPosition, 'head' | 'hash'>
  /** Further blocks that were read, to be remembered in addition to the newest. */
  passed?: readonly { number: bigint; hash: string }[]
  /** It is moved only where this holds. */
  onlyIf?: SQL
}

/**
 * Stores the position up to which the consumer has read, with the block's hash, and renews the lease. Run it in the
 * transaction that stores what was read, so that both commit or neither does. Returns the cursor as it is after the
 * commit. Throws LeaseLostError, also if `onlyIf` does not hold.
 */
export async function moveCursor(db: Database, cursor: Cursor, move: Move = {}): Promise<Cursor> {
  const moved = await tryMoveCursor(db, cursor, move)
  if (moved) return moved
  const { consumer, chainId } = cursor
  throw new LeaseLostError(`the ${consumer}'s cursor of chain ${chainId}: another worker moved on`)
}

/**
 * Like `moveCursor`, but returns null if nothing was written, because of `onlyIf` or because another worker moved the
 * cursor.
 */
export async function tryMoveCursor(
  db: Database,
  cursor: Cursor,
  { from, passed = [], onlyIf = sql`true` }: Move,
): Promise<Cursor | null> {
  const { chainId, consumer, depth, owner, fence, seconds, head, hash, finalBlock, reorgedFrom } = cursor
  const renewedAt = Date.now()
  const standsThere = from
    ? sql`block_number = ${from.head.toString()}::numeric and block_hash is not distinct from ${from.hash}::text`
    : sql`true`
  const lowest = head - BigInt(REMEMBERED_BLOCKS)
  const between = passed
    .filter(({ number }) => number >= lowest && number < head)
    .map((block) => ({ number: block.number.toString(), hash: block.hash }))
  const blocks = hash === null ? between : [...between, { number: head.toString(), hash }]
  // Mostly one block: the others are not read for it.
  const isTooLow = sql`b.number < ${lowest.toString()}::numeric`
  const isForgotten =
    reorgedFrom === null
      ? isTooLow
      : sql`(${isTooLow} or b.number >= ${reorgedFrom.toString()}::numeric)
          and b.number not in (select number from blocks) and b.number <> ${head.toString()}::numeric`
  const [moved] = await db.execute(sql`
    with moved as (
      update chain_cursors set block_number = ${head.toString()}::numeric, block_hash = ${hash}::text,
        final_block = ${finalBlock?.toString() ?? null}::numeric, highest_block = greatest(highest_block, ${head.toString()}::numeric), updated_at = now(),
        lease_until = now() + make_interval(secs => ${seconds})
      where chain_id = ${chainId} and consumer = ${consumer} and depth = ${depth} and lease_owner = ${owner} and fence = ${fence} and ${standsThere} and ${onlyIf}
      returning 1
    ), blocks as (
      select number, hash from jsonb_to_recordset(${JSON.stringify(blocks)}::jsonb) as b(number numeric, hash text)
    ), remembered as (
      insert into chain_blocks (chain_id, consumer, depth, number, hash)
      select ${chainId}::int, ${consumer}::text, ${depth}::int, blocks.number, blocks.hash from moved, blocks
      on conflict (chain_id, consumer, depth, number) do update set hash = excluded.hash where chain_blocks.hash <> excluded.hash
    ), forgotten as (
      delete from chain_blocks b using moved
      where b.chain_id = ${chainId} and b.consumer = ${consumer} and b.depth = ${depth} and ${isForgotten}
    )
    select 1 from moved`)
  if (!moved) return null
  const isHigher = head > cursor.highest
  return { ...cursor, renewedAt, highest: isHigher ? head : cursor.highest, reorgedFrom: null }
}
