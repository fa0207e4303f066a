import { sql } from 'drizzle-orm'
import type { TransactionRow } from '@/db/schema'
import { transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { endTransactions } from '@/server/engine/end-transactions'
import type { Failure } from '@/server/engine/failure'
import type { Queued } from './load-queue'

/** Ends transfers that are not on chain and can never land: they were never signed, or expired for certain. */
export async function failTransfers(
  chain: Chain,
  failures: readonly (Failure & { queued: Pick<Queued, 'id' | 'expired'> })[],
): Promise<void> {
  if (failures.length === 0) return
  const rows = failures.map(({ queued: { id, expired }, error, shortfall }) => ({ id, expired, error, shortfall }))
  await endTransactions(
    chain,
    null,
    (db) =>
      db
        .update(transactions)
        .set({
          status: 'FAILED',
          stage: sql`case when r.expired is null then ${transactions.stage} else 'final' end`,
          error: sql`r.error`,
          shortfall: sql`r.shortfall`,
          finalAt: sql`now()`,
          updatedAt: sql`now()`,
        })
        .from(
          sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as r(id uuid, expired text, error text, shortfall jsonb)`,
        )
        .where(
          sql`${transactions.id} = r.id and ${transactions.status} = 'PENDING' and (
            (r.expired is null and ${transactions.stage} = 'queued')
            or (${transactions.txHash} = r.expired and ${transactions.stage} in ('signed', 'broadcast')))`,
        )
        // `from` widens the type; `returning()` of the table alone is its row
        .returning() as Promise<TransactionRow[]>,
  )
}
