import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { readReceipts } from './read-receipts'
import { sendAttempts } from './send-attempts'
import { storedRow, toStoredAttempt } from './store-attempts'

/** The number of blocks below the last known head in which ended transactions are checked. */
const DEPTH = 64n
const BATCH_SIZE = 500

const endedRow = z.object({ id: z.string(), hash: z.string() })
type Ended = z.infer<typeof endedRow>

/**
 * After a reorg below final blocks, sends the ended transactions whose blocks were replaced again, with the same bytes,
 * so that a reported success is executed again, and only once. Raises an alarm for each.
 */
export async function resendReorged(ctx: WorkerCtx, chain: Chain, oldHead: bigint): Promise<void> {
  const ended = await loadEnded(ctx, chain, oldHead - DEPTH)
  for (let from = 0; from < ended.length; from += BATCH_SIZE)
    await resendGone(ctx, chain, ended.slice(from, from + BATCH_SIZE))
}

/** The mined attempts of transactions that ended above a block, in sending order. */
async function loadEnded({ db }: WorkerCtx, { chainId }: Chain, above: bigint): Promise<Ended[]> {
  const rows = await db.execute(sql`
    select a.id, a.tx_hash as hash from transactions t join transaction_attempts a on a.chain_id = t.chain_id and a.tx_hash = t.tx_hash
    where t.chain_id = ${chainId} and t.stage = 'final' and t.block_number > ${above.toString()}::numeric
    order by t.lane_wallet_id, a.nonce`)
  return z.array(endedRow).parse([...rows])
}

async function resendGone(ctx: WorkerCtx, chain: Chain, ended: readonly Ended[]): Promise<void> {
  const receipts = await readReceipts(
    chain,
    ended.map(({ hash }) => hash),
  )
  const vanished = ended.filter(({ hash }) => !receipts.has(hash)).map(({ id }) => id)
  if (vanished.length === 0) return
  const rows = await ctx.db.execute(sql`
    select a.id, a.transaction_id, t.lane_wallet_id, a.nonce::int as nonce, a.tx_hash, encode(a.raw_transaction, 'hex') as raw
    from transaction_attempts a join transactions t on t.id = a.transaction_id
    where a.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(vanished)}::jsonb))
    order by t.lane_wallet_id, a.nonce`)
  const reorged = z
    .array(storedRow)
    .parse([...rows])
    .map(toStoredAttempt)
  for (const { transactionId, txHash } of reorged) {
    await raiseAlarm(ctx.db, {
      kind: 'deep_reorg',
      chainId: chain.chainId,
      subject: transactionId,
      message: `The block of an ended transaction is gone from the chain; ${txHash} was sent again.`,
    })
  }
  await sendAttempts(ctx, chain, reorged)
}
