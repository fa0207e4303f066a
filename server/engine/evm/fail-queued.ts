import { and, eq, sql } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { endTransactions } from '@/server/engine/end-transactions'
import type { Failure } from '@/server/engine/failure'
import { openDelegationOf } from './delegation-costs'

/** A queued transaction that cannot succeed, and why. */
export type Doomed = Failure & { id: string }

/** The error of what was cancelled while it was queued. */
export const NEVER_SENT = 'Cancelled before it was sent'

/** Ends what can never succeed, before any nonce is drawn for it; what pays for a delegation waits until that is final, to be found again. */
export async function failQueued(chain: Chain, doomed: Doomed[]): Promise<void> {
  if (doomed.length === 0) return
  await endTransactions(chain, null, async (db) => {
    const rows = []
    for (const { id, error, shortfall } of doomed) {
      const [row] = await db
        .update(transactions)
        .set({ status: 'FAILED', error, shortfall: shortfall ?? null, finalAt: new Date() })
        .where(
          and(
            eq(transactions.id, id),
            eq(transactions.stage, 'queued'),
            eq(transactions.status, 'PENDING'),
            sql`not exists (select 1 from transactions o where ${openDelegationOf(sql`transactions.id`)})`,
          ),
        )
        .returning()
      if (row) rows.push(row)
    }
    return rows
  })
}
