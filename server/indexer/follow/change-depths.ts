import { and, eq, min, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { indexerSubscriptions } from '@/db/schema'
import {
  type CursorPosition,
  findCommonBlock,
  findHash,
  findPosition,
  setCursorPosition,
} from '@/server/chains/cursor-position'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { lockConfigExclusive } from './config-lock'
import { depthOf, subscriptionsAtDepth, subscriptionsOfChain } from './read-depth'

const { id, fromBlock, passDepth, confirmations } = indexerSubscriptions
const wantsAnother = (chainId: number) =>
  and(subscriptionsOfChain(chainId), sql`${passDepth} <> coalesce(${confirmations}, 0)`)

/** Moves subscriptions with changed confirmations to the pass that reads blocks at that depth. */
export async function changeDepths({ db }: WorkerCtx, chainId: number): Promise<void> {
  const waiting = await db.select({ id }).from(indexerSubscriptions).where(wantsAnother(chainId)).limit(1)
  if (waiting.length === 0) return
  await inWorker(async (ctx) => {
    await lockConfigExclusive(ctx.db, chainId)
    const changed = await ctx.db
      .select({ id, fromBlock, passDepth, confirmations })
      .from(indexerSubscriptions)
      .where(wantsAnother(chainId))
      .orderBy(id)
      .for('no key update')
    for (const subscription of changed) await moveToPass(ctx.db, chainId, subscription)
  })
}

type Changed = Pick<typeof indexerSubscriptions.$inferSelect, 'id' | 'fromBlock' | 'passDepth' | 'confirmations'>

/**
 * Moves one subscription to the cursor of another depth. That cursor must not be ahead of the subscription's position,
 * so it goes back to the last block that both cursors read with the same hash. It reads later blocks again, with the
 * subscription and after any reorg. `indexer_events` keeps a reported event from being reported twice, and a reverted
 * event is reported as reverted.
 */
async function moveToPass(db: Database, chainId: number, subscription: Changed): Promise<void> {
  const to = depthOf(subscription.confirmations)
  const keyOf = (depth: number) => ({ chainId, consumer: 'indexer' as const, depth })
  const [key, from] = [keyOf(to), keyOf(subscription.passDepth)]
  const [source, other] = [await findPosition(db, from), await findPosition(db, key)]
  const [of] = await db
    .select({ lowest: min(fromBlock) })
    .from(indexerSubscriptions)
    .where(subscriptionsAtDepth({ chainId, depth: to }))
  const lowest = of?.lowest ?? null
  await db.update(indexerSubscriptions).set({ passDepth: to }).where(eq(id, subscription.id))
  if (source === null || source.head < subscription.fromBlock) {
    const before = subscription.fromBlock - 1n
    if (other !== null && other.head > before)
      await setCursorPosition(db, key, { ...other, head: before, hash: await findHash(db, key, before) })
    return
  }
  const isStarted = other !== null && lowest !== null && other.head >= lowest - 1n
  if (isStarted) return joinPass(db, { key, from, source, other })
  // The new pass serves no other subscription yet: it begins where the old pass is, or at the lowest start of the
  // others.
  const head = lowest !== null && lowest - 1n < source.head ? lowest - 1n : source.head
  const hash = head === source.head ? source.hash : await findHash(db, from, head)
  await setCursorPosition(db, key, { head, hash, highest: source.highest, like: from.depth })
}

type Key = { chainId: number; consumer: 'indexer'; depth: number }

async function joinPass(
  db: Database,
  { key, from, source, other }: { key: Key; from: Key; source: CursorPosition; other: CursorPosition },
): Promise<void> {
  const lower = source.head < other.head ? source : other
  const common = await findCommonBlock(db, { ...key, like: from.depth }, lower.head)
  // Without a common block, one of the passes reads only final blocks, so the lower position is safe.
  await setCursorPosition(db, key, {
    head: common?.number ?? lower.head,
    hash: common?.hash ?? lower.hash,
    highest: source.highest,
  })
}
