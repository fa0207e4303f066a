import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { chainCursors, transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { applyReceipts } from './apply-receipts'
import { readBlockReceipts, readHeadBlock, readReceipts } from './read-receipts'
import { type Sent, sendAttempts } from './send-attempts'
import { settle } from './settle'
import { asStored, type StoredAttempt } from './store-attempts'
import { requestTopUps } from './top-up'

/** Short: after a crash nobody reads blocks for so long. Two watchers at once do no harm, only work twice. */
const LEASE_SECONDS = 4
/** Further behind than this, our own hashes are asked for instead of whole blocks. */
const MAX_CATCH_UP_BLOCKS = 32n
const MAX_ASKED = 500

/** Takes the watch of a chain for a few seconds; false while another process has it. */
export async function claimWatch(
  { db }: WorkerCtx,
  chainId: number,
  owner: string,
): Promise<{ cursor: bigint } | null> {
  const lease = { leaseOwner: owner, leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` }
  const [row] = await db
    .insert(chainCursors)
    .values({ chainId, blockNumber: 0n, ...lease })
    .onConflictDoUpdate({
      target: chainCursors.chainId,
      set: lease,
      setWhere: sql`${chainCursors.leaseUntil} is null or ${chainCursors.leaseUntil} < now() or ${chainCursors.leaseOwner} = ${owner}`,
    })
    .returning({ cursor: chainCursors.blockNumber })
  return row ?? null
}

export async function releaseWatch({ db }: WorkerCtx, chainId: number, owner: string): Promise<void> {
  await db
    .update(chainCursors)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(and(eq(chainCursors.chainId, chainId), eq(chainCursors.leaseOwner, owner)))
}

/** Reads the blocks since the cursor and settles our transactions in them. Returns the head. */
export async function readNewBlocks(ctx: WorkerCtx, chain: Chain, cursor: bigint): Promise<bigint> {
  const head = await readHeadBlock(chain)
  if (head === cursor) return head
  // Behind the cursor: a chain that was rolled back, or a lagging node. Ask by hash, which assumes nothing.
  const isFar = head < cursor || head - cursor > MAX_CATCH_UP_BLOCKS
  const receipts = isFar ? null : await readBlockReceipts(chain, cursor + 1n, head)
  const known = receipts ?? [...(await readReceipts(chain, await openHashes(ctx, chain))).values()]
  await settle(chain, head, (db) => applyReceipts(db, chain, head, known))
  return head
}

/** Looks again at mined transactions that became deep enough: same block ends them, a vanished receipt puts them back. */
export async function confirmMined(ctx: WorkerCtx, chain: Chain, head: bigint): Promise<void> {
  const deepEnough = head - BigInt(chain.confirmations) + 1n
  const mined = await ctx.db
    .select({ id: transactions.id, txHash: transactions.txHash })
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, chain.chainId),
        eq(transactions.status, 'PENDING'),
        eq(transactions.stage, 'mined'),
        lte(transactions.blockNumber, deepEnough),
      ),
    )
    .limit(MAX_ASKED)
  if (mined.length === 0) return
  const receipts = await readReceipts(
    chain,
    mined.flatMap((row) => (row.txHash ? [row.txHash] : [])),
  )
  const vanished = mined.filter((row) => row.txHash && !receipts.has(row.txHash)).map((row) => row.id)
  await settle(chain, null, async (db) => {
    if (vanished.length > 0) {
      await db
        .update(transactions)
        .set({ stage: 'broadcast', blockNumber: null, blockHash: null, minedAt: null, receiptSucceeded: null })
        .where(and(inArray(transactions.id, vanished), eq(transactions.stage, 'mined')))
    }
    return applyReceipts(db, chain, head, receipts.values())
  })
}

/**
 * Sends stored bytes again that no block holds yet: signed ones a crash left unsent, and broadcast ones the pool may have lost.
 * Asks for their receipts first, so that a block the watcher missed is found here.
 */
export async function resendStale(ctx: WorkerCtx, chain: Chain, head: bigint): Promise<void> {
  const stale = await loadStale(ctx, chain)
  if (stale.length === 0) return
  const receipts = await readReceipts(
    chain,
    stale.map((attempt) => attempt.txHash),
  )
  if (receipts.size > 0) await settle(chain, null, (db) => applyReceipts(db, chain, head, receipts.values()))
  const sent = await sendAttempts(
    ctx,
    chain,
    stale.filter((attempt) => !receipts.has(attempt.txHash)),
  )
  await feedStarved(ctx, chain, sent)
}

async function feedStarved(ctx: WorkerCtx, chain: Chain, sent: Sent[]): Promise<void> {
  const starved = sent.filter(({ outcome }) => outcome === 'starved').map(({ attempt }) => attempt.transactionId)
  if (starved.length === 0) return
  const needs = await ctx.db.execute(sql`
    select t.from_address as address, sum(a.gas_limit * a.max_fee_per_gas)::text as units
    from transactions t join transaction_attempts a on a.transaction_id = t.id
    where t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(starved)}::jsonb)) group by 1`)
  const parsed = z.array(z.object({ address: z.string(), units: z.string() })).parse([...needs])
  await requestTopUps(
    ctx,
    chain,
    parsed.map(({ address, units }) => ({ lane: { address }, shortUnits: BigInt(units) })),
  )
}

async function loadStale({ db }: WorkerCtx, chain: Chain): Promise<StoredAttempt[]> {
  const quietMs = Math.max(3 * chain.blockTimeMs, 3_000)
  const rows = await db.execute(sql`
    select distinct on (t.wallet_id, a.nonce) a.id, a.transaction_id, t.wallet_id, a.nonce::int as nonce, a.tx_hash,
      encode(a.raw_transaction, 'hex') as raw
    from transactions t join transaction_attempts a on a.transaction_id = t.id
    where t.chain_id = ${chain.chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')
      and coalesce(a.last_sent_at, a.created_at) < now() - make_interval(secs => ${quietMs / 1_000})
    order by t.wallet_id, a.nonce, a.created_at desc limit ${MAX_ASKED}`)
  return storedRows.parse([...rows]).map(asStored)
}

const storedRows = z.array(
  z.object({
    id: z.string(),
    transaction_id: z.string(),
    wallet_id: z.string(),
    nonce: z.number(),
    tx_hash: z.string(),
    raw: z.string(),
  }),
)

async function openHashes({ db }: WorkerCtx, chain: Chain): Promise<string[]> {
  const rows = await db
    .select({ txHash: transactions.txHash })
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, chain.chainId),
        eq(transactions.status, 'PENDING'),
        inArray(transactions.stage, ['signed', 'broadcast']),
      ),
    )
    .orderBy(asc(transactions.id))
    .limit(MAX_ASKED)
  return rows.flatMap((row) => (row.txHash ? [row.txHash] : []))
}
