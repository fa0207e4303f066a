/**
 * A failed statement, described by its SQL alone: parameters are token hashes, request bodies and names, and a message
 * travels into logs, job engines and error pages.
 */
export class FailedQuery extends Error {
  override readonly name = 'FailedQuery'

  constructor(sql: string, cause: unknown) {
    super(`Failed query: ${sql}`, { cause: withoutValues(cause) })
  }
}

/**
 * The fields of a Postgres failure that may be reported. `detail`, `where` and similar fields quote the row or the
 * value that failed.
 */
const TELLABLE = [
  'code',
  'severity',
  'schema_name',
  'table_name',
  'column_name',
  'constraint_name',
  'routine',
  'position',
] as const

const DATA_EXCEPTION = /^22/

function withoutValues(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause.name !== 'PostgresError') return cause
  const fields = Object.fromEntries(
    TELLABLE.flatMap((field) => (field in cause ? [[field, Reflect.get(cause, field)]] : [])),
  )
  // The messages of this class quote the value: `invalid input syntax for type uuid: "..."`.
  const message = DATA_EXCEPTION.test(String(fields.code)) ? `data exception ${fields.code}` : cause.message
  return Object.assign(new Error(message), { name: cause.name, ...fields })
}
