import { eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { TransactionRow } from '../view'
import type { Receipt } from './read-receipts'

/**
 * Marks our transactions among the receipts as mined, or as ended at once where a block deep enough makes it final.
 * The outcome belongs to whichever attempt was mined. Run it inside `settle`.
 */
export async function applyReceipts(
  db: Database,
  chain: Chain,
  headBlock: bigint,
  receipts: Iterable<Receipt>,
): Promise<TransactionRow[]> {
  const rows = [...receipts].map((receipt) => ({
    hash: receipt.txHash,
    ok: receipt.succeeded,
    gas: receipt.gasUsed.toString(),
    fee: receipt.feeWei.toString(),
    block: receipt.blockNumber.toString(),
    block_hash: receipt.blockHash,
    is_final: isFinal(chain, headBlock, receipt.blockNumber),
  }))
  if (rows.length === 0) return []
  return db
    .update(transactions)
    .set({
      stage: sql`case when r.is_final then 'final' else 'mined' end`,
      status: sql`case when not r.is_final then 'PENDING' when r.ok then 'COMPLETED' else 'FAILED' end`,
      error: sql`case when r.is_final and not r.ok then ${REVERTED} end`,
      txHash: sql`r.hash`,
      nonce: sql`a.nonce`,
      receiptSucceeded: sql`r.ok`,
      gasUsed: sql`r.gas`,
      feeWei: sql`r.fee`,
      blockNumber: sql`r.block`,
      blockHash: sql`r.block_hash`,
      broadcastAt: sql`coalesce(${transactions.broadcastAt}, now())`,
      minedAt: sql`coalesce(${transactions.minedAt}, now())`,
      finalAt: sql`case when r.is_final then now() end`,
      updatedAt: sql`now()`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(hash text, ok boolean, gas numeric, fee numeric, block numeric, block_hash text, is_final boolean)
        join transaction_attempts a on a.chain_id = ${chain.chainId} and a.tx_hash = r.hash`,
    )
    .where(sql`${transactions.id} = a.transaction_id and ${eq(transactions.status, 'PENDING')}`)
    .returning() as Promise<TransactionRow[]> // `from` widens the type; `returning()` of the table alone is its row
}

/** Blocks on top of the including one, itself counted. */
export function isFinal(chain: Pick<Chain, 'confirmations'>, headBlock: bigint, blockNumber: bigint): boolean {
  return headBlock - blockNumber + 1n >= BigInt(chain.confirmations)
}

const REVERTED = 'The transaction reverted on chain'
