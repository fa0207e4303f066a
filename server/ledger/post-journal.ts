import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { type Journal, type Leg, ownerOf, toRow } from './journal'

/** Where an account does not cover it nothing changed, and so much was in there. */
export type Posted = { isCovered: true } | { isCovered: false; availableUnits: bigint }

/**
 * Moves money, in one statement that locks the accounts until commit. Not covered, and nothing changed, where an account would go below zero
 * that may not. Legs that do not sum to zero in each currency, or belong to a third party, make the commit fail.
 */
export async function postJournal(db: Database, { journal, legs }: { journal: Journal; legs: Leg[] }): Promise<Posted> {
  const rows = legs.map((leg) => ({
    journalId: journal.id,
    businessId: ownerOf(leg),
    currency: leg.currency,
    kind: leg.kind,
    units: leg.units.toString(),
  }))
  const [row] = await db.execute<{ short: string | null }>(
    sql`select post_journals(${JSON.stringify([toRow(journal)])}::jsonb, ${JSON.stringify(rows)}::jsonb)::text as short`,
  )
  return toPosted(row)
}

/** What the functions of db/ledger.sql answer: null, or what there is where that is too little. */
export function toPosted(row: { short: string | null } | undefined): Posted {
  if (!row) throw new Error('the ledger answered nothing')
  return row.short === null ? { isCovered: true } : { isCovered: false, availableUnits: BigInt(row.short) }
}
