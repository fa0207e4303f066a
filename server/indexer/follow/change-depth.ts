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
import { closeConfig } from './config-lock'
import { depthOf, ofChain, ofDepth } from './read-depth'

const { id, fromBlock, passDepth, confirmations } = indexerSubscriptions
const wantsAnother = (chainId: number) => and(ofChain(chainId), sql`${passDepth} <> coalesce(${confirmations}, 0)`)

/** Moves subscriptions whose confirmations changed to the pass that reports blocks at that depth. */
export async function changeDepths({ db }: WorkerCtx, chainId: number): Promise<void> {
  const waiting = await db.select({ id }).from(indexerSubscriptions).where(wantsAnother(chainId)).limit(1)
  if (waiting.length === 0) return
  await inWorker(async (ctx) => {
    await closeConfig(ctx.db, chainId)
    const changed = await ctx.db
      .select({ id, fromBlock, passDepth, confirmations })
      .from(indexerSubscriptions)
      .where(wantsAnother(chainId))
      .orderBy(id)
      .for('no key update')
    for (const subscription of changed) await changeOver(ctx.db, chainId, subscription)
  })
}

type Changed = Pick<typeof indexerSubscriptions.$inferSelect, 'id' | 'fromBlock' | 'passDepth' | 'confirmations'>

/**
 * The new pass does not read beyond the subscription's position, and below that continues from a block that both have
 * read alike: what it read without the subscription, and reorged blocks, are read again. A reported event is not
 * reported twice (`indexer_events`), and a reverted one is reported as reverted.
 */
async function changeOver(db: Database, chainId: number, subscription: Changed): Promise<void> {
  const to = depthOf(subscription.confirmations)
  const keyOf = (depth: number) => ({ chainId, consumer: 'indexer' as const, depth })
  const [key, from] = [keyOf(to), keyOf(subscription.passDepth)]
  const [source, other] = [await findPosition(db, from), await findPosition(db, key)]
  const [of] = await db
    .select({ lowest: min(fromBlock) })
    .from(indexerSubscriptions)
    .where(ofDepth({ chainId, depth: to }))
  const lowest = of?.lowest ?? null
  await db.update(indexerSubscriptions).set({ passDepth: to }).where(eq(id, subscription.id))
  if (source === null || source.head < subscription.fromBlock) {
    const before = subscription.fromBlock - 1n
    if (other !== null && other.head > before)
      await setCursorPosition(db, key, { ...other, head: before, hash: await findHash(db, key, before) })
    return
  }
  const isStarted = other !== null && lowest !== null && other.head >= lowest - 1n
  if (isStarted) return join(db, { key, from, source, other })
  // A new pass without reports: it begins as the subscription's old pass, or where the lowest of the others begins.
  const head = lowest !== null && lowest - 1n < source.head ? lowest - 1n : source.head
  const hash = head === source.head ? source.hash : await findHash(db, from, head)
  await setCursorPosition(db, key, { head, hash, highest: source.highest, like: from.depth })
}

type Key = { chainId: number; consumer: 'indexer'; depth: number }

async function join(
  db: Database,
  { key, from, source, other }: { key: Key; from: Key; source: CursorPosition; other: CursorPosition },
): Promise<void> {
  const standing = source.head < other.head ? source : other
  const common = await findCommonBlock(db, { ...key, like: from.depth }, standing.head)
  // Too far apart to remember a block in common: one of them reads final blocks only.
  await setCursorPosition(db, key, {
    head: common?.number ?? standing.head,
    hash: common?.hash ?? standing.hash,
    highest: source.highest,
  })
}
