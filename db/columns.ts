import { sql } from 'drizzle-orm'
import { customType, index, type PgColumn, timestamp, uuid } from 'drizzle-orm/pg-core'
import { newId } from './new-id'

/** Primary key: UUID v7, made by the application so that a row's id is known before it is written. */
export function id() {
  return uuid('id').primaryKey().$defaultFn(newId)
}

/** The tenant. Every table that has this column gets forced row-level security (db/security.sql). */
export function businessId() {
  return uuid('business_id').notNull()
}

/** A moment in UTC, as `Date` in code. */
export function utcTimestamp(name: string) {
  return timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
}

export function createdAt() {
  return utcTimestamp('created_at').notNull().default(sql`now()`)
}

export function updatedAt() {
  return utcTimestamp('updated_at')
    .notNull()
    .default(sql`now()`)
    .$onUpdate(() => new Date())
}

/** On-chain quantities: integer base units up to 78 digits, `bigint` in code. */
export const baseUnits = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(78,0)',
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
})

/** USD in micro-dollars (10^-6), `bigint` in code: gas on a second layer costs far less than a cent. */
export const usdMicros = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(38,0)',
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
})

/** Fiat in minor units (kobo, cents), `bigint` in code. */
export const minorUnits = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(38,0)',
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
})

/** Raw bytes, `Uint8Array` in code. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A single IPv4 or IPv6 address in canonical text form. */
export const ipAddress = customType<{ data: string; driverData: string }>({
  dataType: () => 'inet',
  fromDriver: (value) => value.replace(/\/(32|128)$/, ''),
})

/**
 * Finds the rows of a tenant by metadata, for `ids_with_metadata` (db/metadata.sql), whose expression this is. Rows
 * without metadata have no entry. Without `fastupdate` no insert has to merge the entries of others.
 */
export function metadataIndex(name: string, table: { businessId: PgColumn; metadata: PgColumn }) {
  return index(name)
    .using('gin', sql`jsonb_set('{}', array[${table.businessId}::text], ${table.metadata}) jsonb_path_ops`)
    .with({ fastupdate: false })
    .where(sql`metadata is not null`)
}
