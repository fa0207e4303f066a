import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { type Journal, type Leg, ownerOf, toRow } from './journal'

export type Posting = { journal: Journal; legs: Leg[] }

/** If an account does not cover the journal, nothing changed, and `availableUnits` is its balance. */
export type Posted = { isCovered: true } | { isCovered: false; availableUnits: bigint }

/**
 * Moves money, in one statement that locks the accounts until commit. If an account that may not be negative would go
 * below zero, the journal is not covered and nothing changes. Legs that do not sum to zero in each currency, or belong
 * to a third party, make the commit fail.
 */
export async function postJournal(db: Database, posting: Posting): Promise<Posted> {
  const { journals, legs } = toRows(posting)
  const [row] = await db.execute<{ short: string | null }>(
    sql`select post_journals(${JSON.stringify(journals)}::jsonb, ${JSON.stringify(legs)}::jsonb)::text as short`,
  )
  return toPosted(row)
}

/** A journal as `post_journals` takes it. */
export function toRows({ journal, legs }: Posting) {
  return {
    journals: [toRow(journal)],
    legs: legs.map((leg) => ({
      journalId: journal.id,
      businessId: ownerOf(leg),
      currency: leg.currency,
      kind: leg.kind,
      units: leg.units.toString(),
    })),
  }
}

/** Reads the result of the functions of db/ledger.sql: null if covered, otherwise the insufficient balance. */
export function toPosted(row: { short: string | null } | undefined): Posted {
  if (!row) throw new Error('the ledger answered nothing')
  return row.short === null ? { isCovered: true } : { isCovered: false, availableUnits: BigInt(row.short) }
}
