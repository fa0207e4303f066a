import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/**
 * Locks transactions that are about to end unsent, and what the platform queued for them. No delegation or top-up is
 * signed between the check for one in flight and the end that charges for it. Two statements: the second sees what was
 * requested while the first waited.
 */
export async function lockWithPlatformTransactions(db: Database, ids: readonly string[]): Promise<void> {
  const idList = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
  await lock(db, sql`id in ${idList}`)
  await lock(db, sql`served_transaction_id in ${idList} and status = 'PENDING' and stage = 'queued'`)
}

async function lock(db: Database, which: SQL): Promise<void> {
  await db.execute(sql`select 1 from transactions where ${which} order by id for update`)
}
