import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { TransactionRow } from '@/db/schema'
import { transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { Verdict } from './judge-receipts'
import { openDelegationOf } from './platform-costs'
import type { Receipt } from './read-receipts'

/**
 * Marks our transactions among the receipts as mined, or as ended at once if their block is already final. The outcome
 * is that of the attempt that was mined: if it is a cancellation, the transaction fails. `verdicts`, by hash, take
 * precedence over the status in a receipt. A relayer's transaction without a verdict is left as it is. Run it inside
 * `endTransactions`.
 */
export async function applyReceipts(
  db: Database,
  chain: Chain,
  finalBlock: bigint,
  receipts: Iterable<Receipt>,
  verdicts: ReadonlyMap<string, Verdict>,
): Promise<TransactionRow[]> {
  const rows = [...receipts].map((receipt) => ({
    hash: receipt.txHash,
    ok: verdicts.get(receipt.txHash)?.succeeded ?? receipt.succeeded,
    judged: verdicts.has(receipt.txHash),
    gas: receipt.gasUsed.toString(),
    fee: receipt.feeWei.toString(),
    block: receipt.blockNumber.toString(),
    block_hash: receipt.blockHash,
    is_final: receipt.blockNumber <= finalBlock,
    reason: verdicts.get(receipt.txHash)?.reason ?? null,
  }))
  if (rows.length === 0) return []
  const reported = JSON.stringify(rows)
  return db
    .update(transactions)
    .set({
      stage: sql`case when r.is_final then 'final' else 'mined' end`,
      status: sql`case when not r.is_final then 'PENDING' when ${SUCCEEDED} then 'COMPLETED' else 'FAILED' end`,
      error: sql`case when r.is_final and not ${SUCCEEDED} then case when a.reason = 'cancel' then ${CANCELLED}
        else coalesce(r.reason, ${REVERTED}) end end`,
      txHash: sql`r.hash`,
      nonce: sql`a.nonce`,
      senderAddress: sql`a.from_address`,
      receiptSucceeded: SUCCEEDED,
      gasUsed: sql`r.gas`,
      feeWei: sql`r.fee`,
      blockNumber: sql`r.block`,
      blockHash: sql`r.block_hash`,
      needsOperator: null,
      broadcastAt: sql`coalesce(${transactions.broadcastAt}, now())`,
      minedAt: sql`coalesce(${transactions.minedAt}, now())`,
      finalAt: sql`case when r.is_final then now() end`,
      updatedAt: sql`now()`,
    })
    .from(
      sql`jsonb_to_recordset(${reported}::jsonb) as reported${RECEIPT}
        join transaction_attempts a on a.chain_id = ${chain.chainId} and a.tx_hash = reported.hash
        cross join lateral (select reported.hash, reported.ok, reported.judged, reported.gas, reported.fee,
          reported.block, reported.block_hash, reported.reason,
          ${isFinalIn(chain, reported)} as is_final) r`,
    )
    .where(sql`${transactions.id} = a.transaction_id and ${eq(transactions.status, 'PENDING')}
      and (a.reason = 'cancel' or r.judged or transactions.lane_wallet_id = transactions.wallet_id)`)
    .returning() as Promise<TransactionRow[]> // `from` widens the type; `returning()` of the table alone is its row
}

const RECEIPT = sql`(hash text, ok boolean, gas numeric, fee numeric, block numeric, block_hash text, is_final boolean, judged boolean, reason text)`

/**
 * A transaction that pays for a delegation ends only after that delegation; otherwise it would be charged the maximum
 * cost of the delegation.
 */
function isFinalIn({ delegateAddress }: Chain, reported: string): SQL {
  if (delegateAddress === null) return sql`reported.is_final`
  return sql`(reported.is_final and not exists (select 1 from transactions o where ${openDelegationOf(sql`a.transaction_id`)}
    and not exists (select 1 from jsonb_to_recordset(${reported}::jsonb) as other${RECEIPT}
      join transaction_attempts oa on oa.chain_id = o.chain_id and oa.tx_hash = other.hash
      where oa.transaction_id = o.id and other.is_final)))`
}

const SUCCEEDED = sql`(a.reason <> 'cancel' and r.ok)`

/** The reason of a cancellation: a request, or that no node accepted the transaction itself. */
const CANCELLED = sql`case when transactions.cancel_requested_at is not null then 'Cancelled before it was mined'
  else 'The network refused the transaction: ' || coalesce((select f.outcome_detail from transaction_attempts f
    where f.transaction_id = transactions.id and f.reason <> 'cancel' and f.outcome_detail is not null
    order by f.created_at desc limit 1), 'no reason given') end`

const REVERTED = 'The transaction reverted on chain'
