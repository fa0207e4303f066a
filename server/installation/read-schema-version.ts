import { sql } from 'drizzle-orm'
import { z } from 'zod'
import journal from '@/db/migrations/meta/_journal.json'
import type { WorkerCtx } from '@/server/ctx'

type Migration = { when: number; tag: string }
const KNOWN: readonly Migration[] = journal.entries
const rows = z.array(z.object({ newest: z.coerce.number().nullable() }))

/** Whether the database's schema is older, equal or newer than this version of the code. */
type SchemaVersion =
  | { state: 'same' }
  | { state: 'older'; message: string }
  /** A later version migrated it: this one still works, so a roll-out can be reverted. */
  | { state: 'newer'; message: string }

/**
 * Compares the newest migration of the database with the newest of this version. Throws if Postgres does not answer.
 */
export async function readSchemaVersion({ db }: WorkerCtx): Promise<SchemaVersion> {
  const [row] = rows.parse([
    ...(await db.execute(sql`select max(created_at) as newest from drizzle.__drizzle_migrations`)),
  ])
  return compareSchema(row?.newest ?? null)
}

/** `newest`: when the newest migration of the database was made; null for a database without any. */
function compareSchema(newest: number | null): SchemaVersion {
  const missing = KNOWN.filter(({ when }) => newest === null || when > newest)
  const [first] = missing
  if (first)
    return {
      state: 'older',
      message: `The database lacks ${missing.length} ${missing.length === 1 ? 'migration' : 'migrations'} of this version, from ${first.tag} on: run node dist/migrate.mjs first`,
    }
  const last = Math.max(...KNOWN.map(({ when }) => when))
  if (newest === null || newest <= last) return { state: 'same' }
  const from = new Date(newest).toISOString().slice(0, 10)
  return {
    state: 'newer',
    message: `The database is newer than this version: it was migrated by one of ${from} or later`,
  }
}
