import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { type Posted, type Posting, toPosted, toRows } from './post-journal'

/** Posts several journals in one statement, all or none: their accounts are locked in the one order everybody keeps. */
export async function postJournals(db: Database, postings: readonly Posting[]): Promise<Posted> {
  if (postings.length === 0) return { isCovered: true }
  const rows = postings.map(toRows)
  const journals = rows.flatMap((row) => row.journals)
  const legs = rows.flatMap((row) => row.legs)
  const [row] = await db.execute<{ short: string | null }>(
    sql`select post_journals(${JSON.stringify(journals)}::jsonb, ${JSON.stringify(legs)}::jsonb)::text as short`,
  )
  return toPosted(row)
}
