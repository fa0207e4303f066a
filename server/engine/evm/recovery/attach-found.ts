import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import type { SignedTransaction } from '@/server/chains/evm/signed-transaction'
import { inWorker } from '@/server/ctx'
import { approveExecuted } from '@/server/handlers/approvals/approve-executed'

/** A row, and the transaction on chain that executes it. */
export type FoundExecution = { transactionId: string; signed: SignedTransaction }

/**
 * Makes transactions found on chain attempts of their open rows: their receipts then end the rows as those of any other
 * attempt do. Another row that was signed under the same nonce is queued again, since no block can hold what it signed.
 * A row that waits for a second person is approved.
 */
export async function attachFound(chainId: number, found: readonly FoundExecution[]): Promise<void> {
  if (found.length === 0) return
  await inWorker(({ db }) => attachFoundIn(db, chainId, found))
}

/** Attaches in a database transaction of the caller. */
export async function attachFoundIn(db: Database, chainId: number, found: readonly FoundExecution[]): Promise<void> {
  const transactionIds = found.map(({ transactionId }) => transactionId)
  await approveExecuted(db, { transactionIds, attach: () => attachRows(db, chainId, found) })
}

async function attachRows(db: Database, chainId: number, found: readonly FoundExecution[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(found.map(toRow))}::jsonb) as r(id uuid, transaction_id uuid, from_address text,
    nonce bigint, tx_hash text, raw text, gas_limit numeric, max_fee numeric, tip numeric)`
  await db.execute(sql`
    select id from transactions where id in (select r.transaction_id from ${rows}) order by id for update`)
  await insertAttempts(db, chainId, rows)
  await freeNonces(db, chainId, rows)
  await moveRows(db, chainId, rows)
}

/** `last_sent_at` is set far into the past, so that the next turn requests the receipt. */
async function insertAttempts(db: Database, chainId: number, rows: SQL): Promise<void> {
  await db.execute(sql`
    insert into transaction_attempts (id, business_id, transaction_id, chain_id, from_address, nonce, tx_hash, raw_transaction, gas_limit,
      max_fee_per_gas, max_priority_fee_per_gas, reason, outcome, last_sent_at)
    select r.id, t.business_id, t.id, t.chain_id, r.from_address, r.nonce, r.tx_hash, decode(r.raw, 'hex'), r.gas_limit, r.max_fee, r.tip,
      'found', 'accepted', 'epoch'
    from ${rows} join transactions t on t.id = r.transaction_id and t.chain_id = ${chainId} and t.status = 'PENDING'
    on conflict do nothing`)
}

/**
 * Frees the nonces of other rows that were signed under them: a failed row keeps none, and an open one is queued again.
 */
async function freeNonces(db: Database, chainId: number, rows: SQL): Promise<void> {
  await db.execute(sql`
    update transactions t set nonce = null, updated_at = now()
    from ${rows} where t.chain_id = ${chainId} and t.sender_address = r.from_address and t.nonce = r.nonce and t.id <> r.transaction_id
      and t.status = 'FAILED' and t.block_number is null`)
  await db.execute(sql`
    update transactions t set stage = 'queued', sender_address = null, nonce = null, tx_hash = null, signed_at = null, broadcast_at = null,
      lane_wallet_id = case when t.lane_wallet_id = t.wallet_id then t.lane_wallet_id end, updated_at = now()
    from ${rows} where t.chain_id = ${chainId} and t.sender_address = r.from_address and t.nonce = r.nonce and t.id <> r.transaction_id
      and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')`)
}

async function moveRows(db: Database, chainId: number, rows: SQL): Promise<void> {
  await db.execute(sql`
    update transactions t set stage = 'broadcast', sender_address = r.from_address, nonce = r.nonce, tx_hash = r.tx_hash,
      lane_wallet_id = coalesce((select w.id from wallets w where w.address = r.from_address and w.chain_type = 'EVM' limit 1), t.wallet_id),
      signed_at = coalesce(t.signed_at, now()), broadcast_at = coalesce(t.broadcast_at, now()), updated_at = now()
    from ${rows} join transaction_attempts a on a.chain_id = ${chainId} and a.tx_hash = r.tx_hash and a.transaction_id = r.transaction_id
    where t.id = r.transaction_id and t.status = 'PENDING' and t.stage <> 'mined'`)
}

function toRow({ transactionId, signed }: FoundExecution) {
  return {
    id: newId(),
    transaction_id: transactionId,
    from_address: signed.fromAddress,
    nonce: signed.nonce,
    tx_hash: signed.hash,
    raw: Buffer.from(signed.raw).toString('hex'),
    gas_limit: signed.gasLimit.toString(),
    max_fee: signed.maxFeePerGas.toString(),
    tip: signed.maxPriorityFeePerGas.toString(),
  }
}
