import { inArray, type SQL, sql } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { asOwner } from './as-owner'

/** The faults that a queued row of our own may have after a bug or a manual error. */
export const POISONS: readonly [name: string, change: SQL][] = [
  ['an address that is none', sql`to_address = 'nowhere'`],
  ['a token that is none', sql`token_address = 'none'`],
  ['an amount that is no number', sql`amount_units = 'NaN'`],
]

/**
 * Takes away the constraints of columns and the triggers of stored intents: a row may then be what a bug of Postgres or
 * a disk makes of it.
 */
export async function unguardRows(): Promise<void> {
  await asOwner(async (owner) => {
    const guards = await owner<{ table: string; name: string }[]>`
      select conrelid::regclass::text as table, conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and conname ~ '_(is_number|is_valid|columns_are_valid)$' and contype = 'c'`
    for (const { table, name } of guards) await owner`alter table ${owner(table)} drop constraint ${owner(name)}`
    await owner`alter table transactions disable trigger intent_stays`
    await owner`alter table transaction_attempts disable trigger signature_stays`
  })
}

/** Past everything that judges a row when it is written. */
export async function changeRow(id: string, change: SQL): Promise<void> {
  await workerCtx().db.execute(sql`update transactions set ${change} where id = ${id}`)
}

/** Only this column: others of a poisoned row cannot be read. */
export async function statusesOf(ids: readonly string[]) {
  const rows = await workerCtx()
    .db.select({ id: transactions.id, status: transactions.status })
    .from(transactions)
    .where(inArray(transactions.id, [...ids]))
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}
