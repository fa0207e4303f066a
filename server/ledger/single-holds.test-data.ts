import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { type Hold, holdJournal, type Settlement, toEnding, toRaise } from './holds'
import { type Posted, postJournal, toPosted } from './post-journals'

const charges = z.array(z.object({ id: z.uuid(), units: z.string().transform((text) => BigInt(text)) }))

/** Reserves money for a reference. If the balance is too low, it is not covered and nothing changes. */
export function hold(db: Database, wanted: Hold): Promise<Posted> {
  return postJournal(db, holdJournal(wanted))
}

/**
 * Raises what is held for a reference to `units`. Not covered, and nothing changed: the balance is short of that (what
 * is held counts), or nothing is held any more for that reference of this business. Covered without a change where that
 * much is held already.
 */
export async function raiseHold(db: Database, wanted: Hold): Promise<Posted> {
  const { currency, toUnits, ...journal } = toRaise(wanted)
  const [row] = await db.execute<{ short: string | null }>(
    sql`select raise_hold(${JSON.stringify(journal)}::jsonb, ${currency}, ${toUnits}::numeric)::text as short`,
  )
  return toPosted(row)
}

/**
 * Ends holds: each is charged up to what is held, and the rest goes back. Once per reference, however often and from
 * how many sides it is asked. Returns what those were charged that were open, by id of their reference.
 */
export async function settleHolds(db: Database, settlements: Settlement[]): Promise<Map<string, bigint>> {
  return endHolds(db, settlements.map(toEnding))
}

/** Gives back all that is held for a reference. False if nothing is (any more). */
export async function releaseHold(db: Database, { currency, ...about }: Omit<Hold, 'units'>): Promise<boolean> {
  const { businessId } = about
  const to = { businessId, currency, kind: 'gas' } as const
  const released = await endHolds(db, [{ ...toEnding({ ...about, units: 0n, to }), kind: 'release' }])
  return released.has(about.reference.id)
}

async function endHolds(db: Database, endings: object[]): Promise<Map<string, bigint>> {
  if (endings.length === 0) return new Map()
  const rows = await db.execute(sql`
    select reference_id as id, charged_units::text as units from end_holds(${JSON.stringify(endings)}::jsonb)`)
  return new Map(charges.parse([...rows]).map(({ id, units }) => [id, units]))
}
