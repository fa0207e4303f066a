import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { deposits } from '@/db/schema'
import { webhooksWoken } from '@/inngest/events'
import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'
import { depositReaderOf } from './deposit-reader-of'
import { tellDeposits } from './tell-deposits'

/** Blocks of one question and of one transaction. */
const MOST_BLOCKS = 50

/**
 * Confirms deposits whose block the chain holds for final under the very hash it was read with, by the word of one endpoint. One whose block has
 * another hash waits for the follower, which finds that the chain parted and what took its place. Throws RpcUnavailableError, RpcError.
 */
export async function confirmDeposits(ctx: WorkerCtx, chain: Chain): Promise<void> {
  const { blockNumber: number, blockHash: hash } = deposits
  let above = -1n
  for (;;) {
    const blocks = await ctx.db
      .selectDistinct({ number, hash })
      .from(deposits)
      .where(
        and(
          eq(deposits.chainId, chain.chainId),
          eq(deposits.stage, 'seen'),
          sql`${number} > ${above.toString()}::numeric`,
        ),
      )
      .orderBy(asc(number))
      .limit(MOST_BLOCKS)
    const [newest] = blocks.slice(-1)
    if (!newest) return
    const { finalBlock, hashes } = await depositReaderOf(chain).readFinality(
      chain,
      blocks.map((block) => block.number),
    )
    const final = blocks.filter((block, n) => block.number <= finalBlock && block.hash === hashes[n])
    if (final.length > 0)
      await confirmIn(
        chain,
        final.map((block) => block.hash),
      )
    if (blocks.length < MOST_BLOCKS || newest.number > finalBlock) return
    above = newest.number
  }
}

async function confirmIn({ chainId }: Chain, hashes: readonly string[]): Promise<void> {
  const messages = await inWorker(async ({ db, now }) => {
    const confirmed = await db
      .update(deposits)
      .set({ stage: 'confirmed', confirmedAt: now(), updatedAt: now() })
      .where(and(eq(deposits.chainId, chainId), eq(deposits.stage, 'seen'), inArray(deposits.blockHash, [...hashes])))
      .returning({ id: deposits.id })
    return tellDeposits(db, { kind: 'wallet.deposit.confirmed', ids: confirmed.map(({ id }) => id) }, now())
  })
  if (messages > 0) wake(webhooksWoken, {})
}
