import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { transactionAttempts, transactions } from '@/db/schema'
import { isExpectedError } from '@/server/alarms/process-rows'
import { recordRowFault } from '@/server/alarms/row-faults'
import type { Cursor } from '@/server/chains/cursor'
import { followBlocks } from '@/server/chains/follow-blocks'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import { isEligibleTransaction } from '@/server/engine/isolate-rows'
import { applyReceipts } from './apply-receipts'
import { judgeReceipts } from './judge-receipts'
import { type Receipt, readBlockReceipts, readReceipts } from './read-receipts'
import { attachExecuted } from './recovery/attach-executed'
import { resendReorged } from './resend-reorged'

/** If the cursor is further behind, receipts are requested by our own hashes instead of by whole blocks. */
const MAX_CATCH_UP_BLOCKS = 32n
const MAX_HASHES = 500

/**
 * Reads the blocks since the cursor and ends our transactions in them. After a reorg, or if there are too many blocks
 * to read, it requests the receipt of every transaction that is mined and not final. Returns the new cursor.
 */
export async function readNewBlocks(ctx: WorkerCtx, chain: Chain, before: Cursor): Promise<Cursor> {
  const { cursor, blocks, reorgedFrom } = await followBlocks(ctx, chain, before, MAX_CATCH_UP_BLOCKS)
  if (cursor === before) return before
  // Before the cursor moves: after a crash in between, the next read finds the reorg again.
  if (reorgedFrom !== null) await resendReorged(ctx, chain, before.head)
  const receipts =
    blocks === null || reorgedFrom !== null ? null : await readBlockReceipts(chain, blocks.first, blocks.last)
  if (receipts) {
    await settleReceipts(ctx, chain, cursor, receipts)
    return cursor
  }
  await recheckMined(ctx, chain, cursor, null)
  const openReceipts = await readReceipts(chain, await openHashes(ctx, chain))
  await settleReceipts(ctx, chain, cursor, [...openReceipts.values()])
  return cursor
}

/**
 * Checks mined transactions that became deep enough. If the block is unchanged, they end; if the receipt no longer
 * exists, they are in flight again.
 */
export async function confirmMined(ctx: WorkerCtx, chain: Chain, cursor: Cursor): Promise<void> {
  if (cursor.finalBlock !== null) await recheckMined(ctx, chain, cursor, cursor.finalBlock)
}

/** `upTo` is null to check everything that is mined and not final. */
async function recheckMined(ctx: WorkerCtx, chain: Chain, cursor: Cursor, upTo: bigint | null): Promise<void> {
  const mined = await ctx.db
    .select({ id: transactions.id, txHash: transactions.txHash })
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, chain.chainId),
        eq(transactions.status, 'PENDING'),
        eq(transactions.stage, 'mined'),
        isEligibleTransaction('transactions', ctx),
        upTo === null ? undefined : lte(transactions.blockNumber, upTo),
      ),
    )
    .orderBy(transactions.blockNumber)
    .limit(MAX_HASHES)
  if (mined.length === 0) return
  const receipts = await readReceipts(
    chain,
    mined.flatMap((row) => (row.txHash ? [row.txHash] : [])),
  )
  await putBack(
    ctx,
    mined.filter((row) => row.txHash && !receipts.has(row.txHash)).map((row) => row.id),
  )
  await settleReceipts(ctx, chain, cursor, [...receipts.values()])
}

/** Their block was replaced, so they are in flight again, and the next turn sends their bytes at once. */
async function putBack({ db }: WorkerCtx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(transactions)
    .set({
      stage: 'broadcast',
      blockNumber: null,
      blockHash: null,
      minedAt: null,
      receiptSucceeded: null,
      gasUsed: null,
      feeWei: null,
    })
    .where(and(inArray(transactions.id, ids), eq(transactions.stage, 'mined'), eq(transactions.status, 'PENDING')))
  await db
    .update(transactionAttempts)
    .set({ lastSentAt: new Date(0) })
    .where(inArray(transactionAttempts.transactionId, ids))
}

/** Applies receipts of our transactions. It finds the reason of a failure first, because the webhook contains it. */
export async function settleReceipts(ctx: WorkerCtx, chain: Chain, cursor: Cursor, receipts: Receipt[]): Promise<void> {
  const judgeAndEnd = async (some: Receipt[], moved: Cursor | null) => {
    const { verdicts, repeated } = await judgeReceipts(ctx, chain, some)
    const conclusive = some.filter(({ txHash }) => !repeated.has(txHash))
    await endTransactions(chain, moved, (db) =>
      applyReceipts(db, chain, cursor.finalBlock ?? -1n, conclusive, verdicts),
    )
    return repeated
  }
  const end = async (some: Receipt[], moved: Cursor | null) => {
    const repeated = await judgeAndEnd(some, moved)
    if (repeated.size === 0) return
    const earlier = await readReceipts(chain, await attachExecuted(ctx, chain, new Set(repeated.values())))
    await judgeAndEnd([...earlier.values()], null)
  }
  try {
    await end(receipts, cursor)
  } catch (error) {
    if (isExpectedError(error)) throw error
    // If one of them cannot be ended, the others are ended and the cursor moves. That one is found again by its hash.
    await endEach(ctx, chain, receipts, (receipt) => end([receipt], null))
    await end([], cursor)
  }
}

async function endEach(
  ctx: WorkerCtx,
  chain: Chain,
  receipts: readonly Receipt[],
  end: (receipt: Receipt) => Promise<void>,
): Promise<void> {
  const { chainId } = chain
  const byHash = new Map(receipts.map((receipt) => [receipt.txHash, receipt]))
  const stored = await ctx.db
    .select({ id: transactionAttempts.transactionId, hash: transactionAttempts.txHash })
    .from(transactionAttempts)
    .where(and(eq(transactionAttempts.chainId, chainId), inArray(transactionAttempts.txHash, [...byHash.keys()])))
  for (const { id, hash } of stored) {
    const receipt = byHash.get(hash)
    if (receipt)
      await end(receipt).catch((error: unknown) => {
        if (isExpectedError(error)) throw error
        recordRowFault({ noun: 'transaction', id, chainId }, error, ctx.now())
      })
  }
}

/** Every hash under which an open transaction may be mined. */
async function openHashes(ctx: WorkerCtx, chain: Chain): Promise<string[]> {
  const rows = await ctx.db.execute(sql`
    select a.tx_hash as hash from transactions t join transaction_attempts a on a.transaction_id = t.id
    where t.chain_id = ${chain.chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')
      and ${isEligibleTransaction('t', ctx)}
    order by t.id, a.created_at desc limit ${MAX_HASHES}`)
  return z
    .array(z.object({ hash: z.string() }))
    .parse([...rows])
    .map((row) => row.hash)
}
