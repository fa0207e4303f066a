import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { inWorker } from '@/server/ctx'
import { approveExecuted } from '@/server/handlers/approvals/approve-executed'

/**
 * The signature under which a transaction in `table` was executed before; null for none. The table is empty unless a
 * backup was restored.
 */
export function executionSignature(table: string): SQL {
  return sql.raw(`(select f.tx_hash from found_executions f
    where f.chain_id = ${table}.chain_id and f.intent_id = coalesce(${table}.intent_id, ${table}.id))`)
}

/**
 * Stores the executions of these open transactions as attempts before their current one. The engine then ends them as
 * landed and signs nothing. One that waits for a second person is approved. Transactions without an execution are left
 * as they are.
 */
export async function attachFound(chainId: number, transactionIds: readonly string[]): Promise<void> {
  if (transactionIds.length === 0) return
  await inWorker(({ db }) =>
    approveExecuted(db, { transactionIds, attach: () => attachRows(db, chainId, transactionIds) }),
  )
}

async function attachRows(db: Database, chainId: number, transactionIds: readonly string[]): Promise<void> {
  const rows = transactionIds.map((transaction_id) => ({ transaction_id, attempt_id: newId() }))
  await db.execute(sql`
    with r as (
      select r.attempt_id, t.*, f.tx_hash as found_hash, f.raw_transaction, f.landed_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(transaction_id uuid, attempt_id uuid)
      join transactions t on t.id = r.transaction_id and t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage <> 'mined'
      join found_executions f on f.chain_id = t.chain_id and f.intent_id = coalesce(t.intent_id, t.id)
      order by t.id for update of t
    ), kept as (
      insert into transaction_attempts (id, business_id, transaction_id, chain_id, from_address, tx_hash, raw_transaction, gas_limit,
        max_fee_per_gas, max_priority_fee_per_gas, reason, outcome, created_at, last_sent_at)
      select attempt_id, business_id, id, chain_id, from_address, found_hash, raw_transaction, 0, 0, 0, 'found', 'accepted', landed_at, landed_at from r
      on conflict do nothing
    )
    update transactions t set tx_hash = r.found_hash, sender_address = t.from_address, stage = 'broadcast',
      signed_at = coalesce(t.signed_at, now()), broadcast_at = coalesce(t.broadcast_at, now()), updated_at = now()
    from r where t.id = r.id`)
}
