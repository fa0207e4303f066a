import { sql } from 'drizzle-orm'
import { type TransactionRow, transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { endTransactions } from '@/server/engine/end-transactions'
import type { Failure } from '@/server/engine/failure'
import { lockWithPlatformTransactions } from '@/server/queue/lock-with-platform-transactions'
import { openDelegationOf } from './platform-costs'

/** A queued transaction that cannot succeed, and why. */
export type RejectedTransaction = Failure & { id: string }

/** The error of a transaction that was cancelled while it was queued. */
export const CANCELLED_BEFORE_SENDING = 'Cancelled before it was sent'

/**
 * Ends queued transactions that can never succeed, before they get a nonce. Skips a transaction that pays for a pending
 * delegation; once the delegation is final, the next turn finds the transaction again.
 */
export async function failQueued(chain: Chain, failing: readonly RejectedTransaction[]): Promise<void> {
  if (failing.length === 0) return
  const rows = failing.map(({ id, error, shortfall }) => ({ id, error, shortfall }))
  await endTransactions(chain, null, async (db) => {
    await lockWithPlatformTransactions(
      db,
      rows.map(({ id }) => id),
    )
    return db
      .update(transactions)
      .set({
        status: 'FAILED',
        error: sql`r.error`,
        shortfall: sql`r.shortfall`,
        finalAt: sql`now()`,
        updatedAt: sql`now()`,
      })
      .from(
        sql`(select distinct on (id) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as d(id uuid, error text, shortfall jsonb)) r`,
      )
      .where(
        sql`${transactions.id} = r.id and ${transactions.stage} = 'queued' and ${transactions.status} = 'PENDING'
            and not exists (select 1 from transactions o where ${openDelegationOf(sql`transactions.id`)})`,
      )
      .returning() as Promise<TransactionRow[]> // `from` widens the type; `returning()` of the table alone is its row
  })
}
