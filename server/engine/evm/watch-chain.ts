import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { chainCursors, transactionAttempts, transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { type ChainPosition, endTransactions } from '@/server/engine/end-transactions'
import { applyReceipts } from './apply-receipts'
import { judgeReceipts } from './judge-receipts'
import { type Receipt, readBlockReceipts, readHeadBlock, readHeaders, readReceipts } from './read-receipts'
import { resendReorged } from './resend-reorged'

/** Short: after a crash nobody reads blocks for so long. Two watchers at once do no harm, only work twice. */
const LEASE_SECONDS = 4
/** Further behind than this, our own hashes are asked for instead of whole blocks. */
const MAX_CATCH_UP_BLOCKS = 32n
const MAX_ASKED = 500

/** Takes the watch of a chain for a few seconds; null while another process has it. */
export async function claimWatch({ db }: WorkerCtx, chainId: number, owner: string): Promise<ChainPosition | null> {
  const lease = { leaseOwner: owner, leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` }
  const [row] = await db
    .insert(chainCursors)
    .values({ chainId, blockNumber: 0n, ...lease })
    .onConflictDoUpdate({
      target: chainCursors.chainId,
      set: lease,
      setWhere: sql`${chainCursors.leaseUntil} is null or ${chainCursors.leaseUntil} < now() or ${chainCursors.leaseOwner} = ${owner}`,
    })
    .returning({
      head: chainCursors.blockNumber,
      hash: chainCursors.blockHash,
      finalBlock: chainCursors.finalBlock,
    })
  return row ?? null
}

export async function releaseWatch({ db }: WorkerCtx, chainId: number, owner: string): Promise<void> {
  await db
    .update(chainCursors)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(and(eq(chainCursors.chainId, chainId), eq(chainCursors.leaseOwner, owner)))
}

/**
 * Reads the blocks since `before` and settles our transactions in them. A first new block that does not follow the last one read means
 * that the chain was rebuilt: then everything that is mined and not final is asked for again. Returns the new position.
 */
export async function readNewBlocks(ctx: WorkerCtx, chain: Chain, before: ChainPosition): Promise<ChainPosition> {
  const head = await readHeadBlock(chain)
  if (head === before.head && before.finalBlock !== null) return before
  // Behind the cursor: a chain that was rolled back, or a lagging node. Ask by hash, which assumes nothing.
  const isFar = head < before.head || head - before.head > MAX_CATCH_UP_BLOCKS
  const first = isFar ? head : before.head + 1n
  const tag = chain.finality === 'depth' ? head : chain.finality
  const [next, newest, final] = await readHeaders(chain, [first <= head ? first : head, head, tag])
  const position = { head, hash: newest?.hash ?? null, finalBlock: finalBlockOf(chain, head, final?.number ?? null) }
  const isRebuilt = head > before.head && before.hash !== null && next?.parentHash !== before.hash
  const receipts = isFar || isRebuilt || first > head ? null : await readBlockReceipts(chain, first, head)
  if (receipts) {
    await settleReceipts(ctx, chain, position, receipts)
    return position
  }
  await recheckMined(ctx, chain, position, null)
  const known = await readReceipts(chain, await openHashes(ctx, chain))
  await settleReceipts(ctx, chain, position, [...known.values()])
  if (isRebuilt) await resendReorged(ctx, chain, before.head)
  return position
}

/** The last block that can no longer change under the chain's policy. */
export function finalBlockOf(
  { finality, confirmations }: Pick<Chain, 'finality' | 'confirmations'>,
  head: bigint,
  tagged: bigint | null,
): bigint {
  if (finality === 'depth') return head - BigInt(confirmations) + 1n
  return tagged ?? -1n
}

/** Looks again at mined transactions that became deep enough: same block ends them, a vanished receipt puts them back. */
export async function confirmMined(ctx: WorkerCtx, chain: Chain, position: ChainPosition): Promise<void> {
  if (position.finalBlock !== null) await recheckMined(ctx, chain, position, position.finalBlock)
}

/** `upTo` null: all that are mined and not final, whatever their depth. */
async function recheckMined(ctx: WorkerCtx, chain: Chain, position: ChainPosition, upTo: bigint | null): Promise<void> {
  const mined = await ctx.db
    .select({ id: transactions.id, txHash: transactions.txHash })
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, chain.chainId),
        eq(transactions.status, 'PENDING'),
        eq(transactions.stage, 'mined'),
        upTo === null ? undefined : lte(transactions.blockNumber, upTo),
      ),
    )
    .orderBy(transactions.blockNumber)
    .limit(MAX_ASKED)
  if (mined.length === 0) return
  const receipts = await readReceipts(
    chain,
    mined.flatMap((row) => (row.txHash ? [row.txHash] : [])),
  )
  await putBack(
    ctx,
    mined.filter((row) => row.txHash && !receipts.has(row.txHash)).map((row) => row.id),
  )
  await settleReceipts(ctx, chain, position, [...receipts.values()])
}

/** The block they were in is gone: they are on their way again, and their bytes are sent again at once. */
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

/** Applies receipts of ours; why one failed is found out first, since a webhook tells it. */
export async function settleReceipts(
  ctx: WorkerCtx,
  chain: Chain,
  position: ChainPosition,
  receipts: Receipt[],
): Promise<void> {
  const verdicts = await judgeReceipts(ctx, chain, receipts)
  await endTransactions(chain, position, (db) =>
    applyReceipts(db, chain, position.finalBlock ?? -1n, receipts, verdicts),
  )
}

/** Every hash under which an open transaction may be mined. */
async function openHashes({ db }: WorkerCtx, chain: Chain): Promise<string[]> {
  const rows = await db.execute(sql`
    select a.tx_hash as hash from transactions t join transaction_attempts a on a.transaction_id = t.id
    where t.chain_id = ${chain.chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')
    order by t.id, a.created_at desc limit ${MAX_ASKED}`)
  return z
    .array(z.object({ hash: z.string() }))
    .parse([...rows])
    .map((row) => row.hash)
}
