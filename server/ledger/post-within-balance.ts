import { type Database, runText } from '@/db/client'
import { type Posting, toRows } from './post-journal'

const POST = 'select post_covered_journals($1::jsonb, $2::jsonb)'

/**
 * Posts journals as `postJournals` does, and fails where an account does not cover them. The statement is sent at the
 * call. As the last one of a transaction it need not be awaited there: the commit then leaves in the same packet, and
 * the shared accounts are locked for less time.
 */
export async function postWithinBalance(db: Database, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return
  const rows = postings.map(toRows)
  const journals = rows.flatMap((row) => row.journals)
  const legs = rows.flatMap((row) => row.legs)
  await runText(db, POST, [JSON.stringify(journals), JSON.stringify(legs)])
}
