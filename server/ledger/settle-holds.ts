import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import type { Hold } from './hold'
import { type Account, ownerOf, toRow } from './journal'

/** A hold that ends: `units` of it are charged, at most what is held, into `to`. */
export type Settlement = Omit<Hold, 'currency'> & { to: Account }

const charges = z.array(z.object({ id: z.uuid(), units: z.string().transform((text) => BigInt(text)) }))

/**
 * Ends holds: each is charged up to what is held, and the rest goes back. Once per reference, however often and from how many sides it is
 * asked. Returns what those were charged that were open, by id of their reference.
 */
export async function settleHolds(db: Database, settlements: Settlement[]): Promise<Map<string, bigint>> {
  return endHolds(db, settlements.map(toEnding))
}

/** Gives back all that is held for a reference. False where nothing is (any more). */
export async function releaseHold(db: Database, { currency, ...about }: Omit<Hold, 'units'>): Promise<boolean> {
  const { businessId } = about
  const to = { businessId, currency, kind: 'gas' } as const
  const released = await endHolds(db, [{ ...toEnding({ ...about, units: 0n, to }), kind: 'release' }])
  return released.has(about.reference.id)
}

/** As `end_holds` of db/ledger.sql reads it. */
export function toEnding({ units, to, ...about }: Settlement) {
  if (units < 0n) throw new Error('a charge cannot be negative')
  return {
    ...toRow({ ...about, id: newId(), kind: 'settle' }),
    currency: to.currency,
    chargeUnits: units.toString(),
    toBusinessId: ownerOf(to),
    toKind: to.kind,
  }
}

async function endHolds(db: Database, endings: object[]): Promise<Map<string, bigint>> {
  if (endings.length === 0) return new Map()
  const rows = await db.execute(sql`
    select reference_id as id, charged_units::text as units from end_holds(${JSON.stringify(endings)}::jsonb)`)
  return new Map(charges.parse([...rows]).map(({ id, units }) => [id, units]))
}
