import { eq, type SQL, sql } from 'drizzle-orm'
import { oncePerProcess } from '@/db/once-per-process'
import { heartbeats } from '@/db/schema'
import { EPOCH_MS, EPOCH_NAME } from '@/server/alarms/epoch'
import { PLACE } from './database-mark'

/** The database as this process last saw it. Null until it was compared, and where the host hides it. */
export type KnownDatabase = { place: string | null; epoch: number | null }

const memory = () => oncePerProcess('known-database', (): KnownDatabase => ({ place: null, epoch: null }))

export function knownDatabase(): KnownDatabase {
  return { ...memory() }
}

/** Call it only once a recovery is open in a database that differs from the one before. */
export function rememberDatabase(seen: Partial<KnownDatabase>): void {
  Object.assign(memory(), seen)
}

/** Forgets the database, like a process that just started. */
export function forgetDatabase(): void {
  rememberDatabase({ place: null, epoch: null })
}

/**
 * True in a statement if its database is the known one: at the same location, and not set back. A process that outlives
 * a restore or the promotion of a replica does not know of it yet, but its statements do.
 */
export function isKnownDatabase({ place, epoch }: KnownDatabase = knownDatabase()): SQL {
  const isInPlace = place === null ? sql`true` : sql`${PLACE} = ${place}`
  if (epoch === null) return sql`(${isInPlace})`
  const current = sql`(select ${EPOCH_MS} from ${heartbeats} where ${eq(heartbeats.name, EPOCH_NAME)})`
  return sql`(${isInPlace} and coalesce(${current}, 0) >= ${epoch})`
}
