import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { foundExecutions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { readMemos } from '@/server/chains/solana/read-memos'
import type { WorkerCtx } from '@/server/ctx'
import { readRows } from '@/server/engine/isolate-rows'
import { COLUMNS, type Queued, queuedRow } from '@/server/engine/solana/load-queue'
import { findFeePayer } from '@/server/platform/ensure-fee-payer'
import { attachFound } from './attach-found'
import { findSame } from './resolve-executed'

/**
 * Ids of the open transactions that were executed, and of executions without a record (yet), which a caller may request
 * again.
 */
type RecordedExecutions = { attached: string[]; unmatched: string[] }

const WRITTEN_AT_ONCE = 500

type Reach = {
  /** A finalized slot that an endpoint must have seen. */
  minSlot: number
  /**
   * Before the backup was restored. A transaction that ended since may be newer than executions that the database
   * lacks.
   */
  endedBefore: Date
}

/**
 * After a backup was restored, finds by their memos the executions of the fee payer that the database lacks, records
 * them and attaches the open rows among them. A waiting row or a repeated request then never signs an executed id. Run
 * it while nothing is signed and everything sent is final; it can be repeated. Throws RpcUnavailableError, RpcError.
 */
export async function recordExecutions(
  ctx: WorkerCtx,
  chain: Chain,
  { minSlot, endedBefore }: Reach,
): Promise<RecordedExecutions> {
  const feePayer = await findFeePayer(ctx)
  if (!feePayer) return { attached: [], unmatched: [] }
  const unknown = await readMemos(chain, {
    ...{ feePayer: feePayer.address, minSlot },
    findKnown: (signatures) => findKnown(ctx, chain.chainId, { signatures, endedBefore }),
  })
  for (let from = 0; from < unknown.length; from += WRITTEN_AT_ONCE) {
    const rows = unknown.slice(from, from + WRITTEN_AT_ONCE).map(({ intentId, signature, raw, landedAt }) => ({
      ...{ chainId: chain.chainId, intentId, txHash: signature, rawTransaction: raw, landedAt },
    }))
    await ctx.db.insert(foundExecutions).values(rows).onConflictDoNothing()
  }
  // A record with other content under the key of an executed request fails when it is due (`resolveExecuted`).
  const open = await findSame(ctx, chain.chainId, await listOpen(ctx, chain.chainId))
  await attachFound(
    chain.chainId,
    open.map(({ id }) => id),
  )
  const matched = new Set(open.map(({ intentId }) => intentId))
  return {
    attached: open.map(({ id }) => id),
    unmatched: unknown.flatMap(({ intentId }) => (matched.has(intentId) ? [] : [intentId])),
  }
}

async function findKnown(
  { db }: WorkerCtx,
  chainId: number,
  { signatures, endedBefore }: { signatures: readonly string[]; endedBefore: Date },
): Promise<ReadonlyMap<string, { isEnd: boolean }>> {
  const rows = await db.execute(sql`
    select a.tx_hash as signature, coalesce(t.stage = 'final' and t.final_at < ${endedBefore.toISOString()}::timestamptz, false) as "isEnd"
    from transaction_attempts a join transactions t on t.id = a.transaction_id
    where a.chain_id = ${chainId} and a.tx_hash in (select jsonb_array_elements_text(${JSON.stringify(signatures)}::jsonb))`)
  const found = z.array(z.object({ signature: z.string(), isEnd: z.boolean() })).parse([...rows])
  return new Map(found.map(({ signature, isEnd }) => [signature, { isEnd }]))
}

async function listOpen({ db, now }: WorkerCtx, chainId: number): Promise<Queued[]> {
  const rows = await db.execute(sql`
    select ${COLUMNS}, null as expired, null as "expiredPrice" from transactions t join wallets w on w.id = t.wallet_id
    join found_executions f on f.chain_id = t.chain_id and f.intent_id = coalesce(t.intent_id, t.id)
    where t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage <> 'mined' and t.tx_hash is distinct from f.tx_hash order by t.id`)
  return readRows(queuedRow, rows, { now, chainId })
}
