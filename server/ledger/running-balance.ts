import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'

/** Micro-dollars that a business may spend, and that are held. */
export type Funds = { available: bigint; reserved: bigint }
type Place = { createdAt: Date; id: string }

const accountRow = z.object({ kind: z.enum(['available', 'reserved']), units: z.string() })

/**
 * The balance of a business right after a journal: its present balance less what later journals moved. One statement
 * reads both, so a journal that commits meanwhile counts in both or in neither.
 */
export async function readFundsAfter(db: Database, businessId: string, { createdAt, id }: Place): Promise<Funds> {
  const rows = await db.execute(sql`
    select a.kind, (a.balance_units - coalesce((
      select sum(e.amount_units) from ledger_journals j join ledger_entries e on e.journal_id = j.id
      where j.business_id = ${businessId}::uuid and (j.created_at, j.id) > (${createdAt.toISOString()}::timestamptz, ${id}::uuid)
        and e.business_id = ${businessId}::uuid and e.currency = 'USD' and e.kind = a.kind
    ), 0))::text as units
    from ledger_accounts a
    where a.business_id = ${businessId}::uuid and a.currency = 'USD' and a.kind in ('available', 'reserved')`)
  const funds: Funds = { available: 0n, reserved: 0n }
  for (const { kind, units } of z.array(accountRow).parse([...rows])) funds[kind] = BigInt(units)
  return funds
}

/**
 * The balance after each of these movements, newest first, from the balance after the newest of them. They must be all
 * movements between the first and the last.
 */
export function runningFunds(newestFirst: readonly Funds[], newest: Funds): Funds[] {
  let after = newest
  return newestFirst.map((moved) => {
    const own = after
    after = { available: own.available - moved.available, reserved: own.reserved - moved.reserved }
    return own
  })
}
