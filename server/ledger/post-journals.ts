import { sql } from 'drizzle-orm'
import { type Database, runText } from '@/db/client'
import { type Journal, type Leg, ownerOf, toRow } from './journal'

export type Posting = { journal: Journal; legs: Leg[] }

/** If an account does not cover the journals, nothing changed, and `availableUnits` is its balance. */
export type Posted = { isCovered: true } | { isCovered: false; availableUnits: bigint }

/** Posts one journal as `postJournals` does. */
export function postJournal(db: Database, posting: Posting): Promise<Posted> {
  return postJournals(db, [posting])
}

/**
 * Posts journals in one statement that locks the accounts until commit, always in the same order. Posts all journals or
 * none: if an account that may not be negative would go below zero, they are not covered and nothing changes. Legs that
 * do not sum to zero in each currency, or belong to a third party, make the commit fail.
 */
export async function postJournals(db: Database, postings: readonly Posting[]): Promise<Posted> {
  if (postings.length === 0) return { isCovered: true }
  const { journals, legs } = toRows(postings)
  const [row] = await db.execute<{ short: string | null }>(
    sql`select post_journals(${JSON.stringify(journals)}::jsonb, ${JSON.stringify(legs)}::jsonb)::text as short`,
  )
  return toPosted(row)
}

const POST_COVERED = 'select post_covered_journals($1::jsonb, $2::jsonb)'

/**
 * Posts journals as `postJournals` does, and fails if an account does not cover them. The statement is sent at the
 * call. As the last one of a transaction it need not be awaited there: the commit then leaves in the same packet, and
 * the shared accounts are locked for less time.
 */
export async function postWithinBalance(db: Database, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return
  const { journals, legs } = toRows(postings)
  await runText(db, POST_COVERED, [JSON.stringify(journals), JSON.stringify(legs)])
}

/** Journals as `post_journals` takes them. */
export function toRows(postings: readonly Posting[]) {
  return {
    journals: postings.map(({ journal }) => toRow(journal)),
    legs: postings.flatMap(({ journal, legs }) =>
      legs.map((leg) => ({
        journalId: journal.id,
        businessId: ownerOf(leg),
        currency: leg.currency,
        kind: leg.kind,
        units: leg.units.toString(),
      })),
    ),
  }
}

/** Reads the result of the functions of db/ledger.sql: null if covered, otherwise the insufficient balance. */
export function toPosted(row: { short: string | null } | undefined): Posted {
  if (!row) throw new Error('the ledger returned nothing')
  return row.short === null ? { isCovered: true } : { isCovered: false, availableUnits: BigInt(row.short) }
}
