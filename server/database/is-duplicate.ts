const UNIQUE_VIOLATION = '23505'

/** Whether Postgres refused a row because of a unique value that another row has. */
export function isDuplicate(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === UNIQUE_VIOLATION
}
