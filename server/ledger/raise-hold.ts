import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import type { Hold } from './hold'
import { toRow } from './journal'
import { type Posted, toPosted } from './post-journal'

/**
 * Raises what is held for a reference to `units`. Not covered, and nothing changed: the balance is short of that (what is held counts), or
 * nothing is held any more for that reference of this business. Covered without a change where that much is held already.
 */
export async function raiseHold(db: Database, { currency, units, ...about }: Hold): Promise<Posted> {
  const journal = JSON.stringify(toRow({ ...about, id: newId(), kind: 'raise' }))
  const [row] = await db.execute<{ short: string | null }>(
    sql`select raise_hold(${journal}::jsonb, ${currency}, ${units.toString()}::numeric)::text as short`,
  )
  return toPosted(row)
}
