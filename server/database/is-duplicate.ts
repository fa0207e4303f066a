const UNIQUE_VIOLATION = '23505'

/** Whether Postgres refused a row because another one has a value that is unique. */
export function isDuplicate(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === UNIQUE_VIOLATION
}
