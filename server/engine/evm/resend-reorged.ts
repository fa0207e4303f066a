import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { readReceipts } from './read-receipts'
import { sendAttempts } from './send-attempts'
import { asStored, storedRow } from './store-attempts'

/** How far below the last known block ended transactions are looked at. */
const DEPTH = 64n
const MAX_ASKED = 500

/**
 * After a rebuild that went deeper than the finality policy: ended transactions whose block is gone are sent again, byte for byte, so that
 * what was told to be done is done again, once. An operator is told of each.
 */
export async function resendReorged(ctx: WorkerCtx, chain: Chain, oldHead: bigint): Promise<void> {
  const rows = await ctx.db.execute(sql`
    select a.id, a.transaction_id, t.lane_wallet_id, a.nonce::int as nonce, a.tx_hash, encode(a.raw_transaction, 'hex') as raw
    from transactions t join transaction_attempts a on a.chain_id = t.chain_id and a.tx_hash = t.tx_hash
    where t.chain_id = ${chain.chainId} and t.stage = 'final' and t.block_number > ${(oldHead - DEPTH).toString()}::numeric
    order by t.lane_wallet_id, a.nonce limit ${MAX_ASKED}`)
  const ended = z
    .array(storedRow)
    .parse([...rows])
    .map(asStored)
  const receipts = await readReceipts(
    chain,
    ended.map((attempt) => attempt.txHash),
  )
  const reorged = ended.filter((attempt) => !receipts.has(attempt.txHash))
  if (reorged.length === 0) return
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
