import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { TransactionRow } from '@/db/schema'
import { transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { SignatureStatus } from '@/server/chains/solana/read-statuses'

/** A transfer on chain. `error` is null if it succeeded; the costs are null until a node reports them. */
export type LandedTransfer = {
  transactionId: string
  signature: string
  slot: bigint
  error: string | null
  isFinal: boolean
  paidLamports: bigint | null
  computeUnits: bigint | null
}

/**
 * Marks transfers as mined, or as ended once they are final by the chain's policy. The outcome is that of the attempt
 * that landed. Run it inside `endTransactions`.
 */
export async function applyLanded(
  db: Database,
  chainId: number,
  landed: readonly LandedTransfer[],
): Promise<TransactionRow[]> {
  if (landed.length === 0) return []
  const rows = landed.map((one) => ({
    transaction_id: one.transactionId,
    hash: one.signature,
    block: one.slot.toString(),
    error: one.error,
    is_final: one.isFinal,
    fee: one.paidLamports?.toString() ?? null,
    units: one.computeUnits?.toString() ?? null,
  }))
  return db
    .update(transactions)
    .set({
      stage: sql`case when r.is_final then 'final' else 'mined' end`,
      status: sql`case when not r.is_final then 'PENDING' when r.error is null then 'COMPLETED' else 'FAILED' end`,
      error: sql`case when r.is_final then r.error end`,
      txHash: sql`r.hash`,
      receiptSucceeded: sql`r.error is null`,
      gasUsed: sql`coalesce(r.units, ${transactions.gasUsed})`,
      feeWei: sql`coalesce(r.fee, ${transactions.feeWei})`,
      blockNumber: sql`r.block`,
      needsOperator: null,
      broadcastAt: sql`coalesce(${transactions.broadcastAt}, now())`,
      minedAt: sql`coalesce(${transactions.minedAt}, now())`,
      finalAt: sql`case when r.is_final then now() end`,
      updatedAt: sql`now()`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(transaction_id uuid, hash text, block numeric, error text, is_final boolean, fee numeric, units numeric)`,
    )
    .where(
      sql`${transactions.id} = r.transaction_id and ${transactions.chainId} = ${chainId} and ${transactions.status} = 'PENDING'
        and ${transactions.stage} in ('signed', 'broadcast', 'mined')`,
    )
    .returning() as Promise<TransactionRow[]> // `from` widens the type; `returning()` of the table alone is its row
}

/**
 * Whether a status is final: rooted if the chain requires it, otherwise confirmed by most of the stake with this number
 * of confirmations.
 */
export function isFinalStatus(
  chain: Pick<Chain, 'confirmations' | 'finality'>,
  { level, confirmations }: SignatureStatus,
): boolean {
  if (level === 'finalized') return true
  if (chain.finality !== 'depth' || chain.confirmations >= ROOTED_AFTER) return false
  return level === 'confirmed' && confirmations !== null && confirmations >= chain.confirmations
}

/** A block with this number of confirmations is rooted: finalized. */
const ROOTED_AFTER = 32
