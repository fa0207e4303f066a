import { getTableColumns, getTableName, is } from 'drizzle-orm'
import {
  getTableConfig,
  PgArray,
  PgBigInt53,
  type PgColumn,
  PgDate,
  PgDateString,
  PgJsonb,
  PgTable,
  PgTimestamp,
} from 'drizzle-orm/pg-core'
import * as schema from './schema'

/**
 * A CHECK of one column. It allows only the values that the column's type in the schema means; Postgres alone would
 * accept others.
 */
export type ColumnCheck = {
  table: string
  column: string
  /** The name of the constraint. */
  name: string
  /** SQL over the column; null if the column is null. */
  condition: string
  /** A description of the column's values, for the text of an error. */
  holds: string
  /** One comparison tests all columns of a table with the same bound and type. */
  bound?: 'number' | 'moment'
}

const OBJECT = { holds: 'a JSON object', condition: (own: string) => `jsonb_typeof(${own}) = 'object'` }
const LIST = { holds: 'a JSON list', condition: (own: string) => `jsonb_typeof(${own}) = 'array'` }
const OBJECTS = { holds: 'a JSON list of objects', condition: (own: string) => listOf(own, 'object') }
const STRINGS = { holds: 'a JSON list of strings', condition: (own: string) => listOf(own, 'string') }

/** The type of each jsonb column; null: any JSON. Every new jsonb column needs an entry here. */
const JSON_COLUMNS: Record<string, typeof OBJECT | null> = {
  'audit_log.detail': OBJECT,
  'idempotency_keys.response_body': null,
  'indexer_replays.events': STRINGS,
  'indexer_subscriptions.events': STRINGS,
  'passkeys.transports': STRINGS,
  'payments.metadata': OBJECT,
  'plans.credit_rate': OBJECT,
  'plans.plan_quotas': OBJECTS,
  'plans.rate_limits': OBJECT,
  'platform_settings.value': null,
  'policies.allowed_methods': OBJECTS,
  'policies.allowed_recipients': OBJECTS,
  'proposals.input': OBJECT,
  'provider_events.headers': OBJECT,
  'recoveries.deposits_read_to': OBJECT,
  'recoveries.findings': OBJECTS,
  'recoveries.lost': OBJECTS,
  'recoveries.settled_blocks': OBJECT,
  'signing_keys.public_jwk': OBJECT,
  'subscriptions.ahead': OBJECTS,
  'subscriptions.metadata': OBJECT,
  'token_events.args': OBJECT,
  'token_operations.detail': OBJECT,
  'tokens.documents': OBJECTS,
  'tokens.metadata': OBJECT,
  'tokens.yield_params': OBJECT,
  // Written with each send: only its kind is checked.
  'transaction_attempts.answers': LIST,
  'sweep_rules.metadata': OBJECT,
  'transactions.metadata': OBJECT,
  'transactions.shortfall': OBJECT,
  'wallet_counters.also_skipped_from': LIST,
  'wallet_counters.deposits_read_to': OBJECT,
  'wallets.metadata': OBJECT,
  'webhook_attempts.request_headers': OBJECT,
  'webhook_endpoints.events': STRINGS,
}

/** Columns that name who did something: `user:<id>`, `key:<id>`, `system:<name>`, or a bare id or name. */
const NAMES_ACTOR = /(_by|^actor_id)$/
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export const TABLES: readonly PgTable[] = Object.values<unknown>(schema).filter((value) => is(value, PgTable))

/** The CHECKs of all columns of these tables. Throws for a jsonb column that nothing is check about. */
export function columnChecks(tables: readonly PgTable[] = TABLES): ColumnCheck[] {
  return tables.flatMap((table) =>
    Object.values<PgColumn>(getTableColumns(table)).flatMap((column): ColumnCheck[] => {
      const names = { table: getTableName(table), column: column.name }
      const rule = ruleOf(column, names)
      if (!rule) return []
      const { suffix = 'valid', ...check } = rule
      // Postgres cuts longer names off.
      return [{ ...names, ...check, name: `${names.table}_${names.column}_is_${suffix}`.slice(0, 63) }]
    }),
  )
}

/** The columns of a table's primary key. */
export function keyColumns(name: string): string[] {
  const table = TABLES.find((one) => getTableName(one) === name)
  if (!table) return []
  const { columns, primaryKeys } = getTableConfig(table)
  const key = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary)
  return key.map((column) => column.name)
}

type Rule = Pick<ColumnCheck, 'condition' | 'holds' | 'bound'> & { suffix?: string }

function ruleOf(column: PgColumn, names: { table: string; column: string }): Rule | null {
  const own = `"${column.name}"`
  if (is(column, PgTimestamp) || is(column, PgDate) || is(column, PgDateString))
    return { condition: `isfinite(${own})`, holds: 'a finite moment', bound: 'moment' }
  if (is(column, PgJsonb)) return jsonRule(names, own)
  if (is(column, PgBigInt53))
    return {
      condition: `${own} between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`,
      holds: 'a safe integer',
    }
  if (is(column, PgArray)) {
    const words = column.baseColumn.enumValues
    return words
      ? { condition: `${own} <@ array[${quoted(words)}]::text[]`, holds: `some of ${words.join(', ')}` }
      : null
  }
  if (column.enumValues)
    return { condition: `${own} in (${quoted(column.enumValues)})`, holds: `one of ${column.enumValues.join(', ')}` }
  const type = column.getSQLType()
  if (type === 'numeric')
    return { condition: `${own} not in ('NaN', 'Infinity', '-Infinity')`, holds: 'a number', suffix: 'number' }
  if (type.startsWith('numeric'))
    return { condition: `${own} <> 'NaN'`, holds: 'a number', suffix: 'number', bound: 'number' }
  if (type === 'text' && NAMES_ACTOR.test(column.name))
    return { condition: `${own} ~ '^((user|key):${UUID}$|(?!user:|key:))'`, holds: 'an actor' }
  return null
}

function jsonRule({ table, column }: { table: string; column: string }, own: string): Rule | null {
  const shape = JSON_COLUMNS[`${table}.${column}`]
  if (shape === undefined) throw new Error(`db/column-checks.ts must say what ${table}.${column} holds.`)
  return shape && { condition: shape.condition(own), holds: shape.holds }
}

/** Strict, as otherwise the elements of lists inside count as elements. */
function listOf(own: string, type: 'object' | 'string'): string {
  return `jsonb_typeof(${own}) = 'array' and not jsonb_path_exists(${own}, 'strict $[*] ? (@.type() <> "${type}")')`
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')
}
