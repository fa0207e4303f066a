/**
 * 53: no disk, memory or connection left; 57P: starting or ending; 25006: takes no writes now (a replica, or after a
 * failover).
 */
const LOST =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|57P\w\w|53\w{3}|25006)$/
const BROKEN = /^(ECONNRESET|EPIPE|CONNECTION_(CLOSED|DESTROYED)|57P0[12])$/

/**
 * Postgres is unavailable, starting, out of disk, read-only, or took longer than a statement may (57014). Walks the
 * causes, because Drizzle wraps the error of the driver.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return someCode(error, (code) => LOST.test(code) || code === '57014')
}

/** The connection's transaction takes no writes. */
export function isReadOnly(error: unknown): boolean {
  return someCode(error, (code) => code === '25006')
}

/** An established connection broke, or it broke before a statement was sent. */
export function isConnectionBroken(error: unknown): boolean {
  return someCode(error, (code, { name }) => BROKEN.test(code) || (code === '57014' && name !== 'PostgresError'))
}

/** Has the driver's own code, by which callers recognize an unreachable database. */
export function connectionLost(): Error {
  return Object.assign(new Error('the connection to Postgres was lost'), { code: 'CONNECTION_CLOSED' })
}

function someCode(error: unknown, test: (code: string, error: Error) => boolean): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && test(String(error.code), error)) return true
  return someCode(error.cause, test)
}
