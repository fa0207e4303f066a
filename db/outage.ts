import { isDatabaseUnavailable } from './connection-lost'
import { oncePerProcess } from './once-per-process'

// The pages have another copy of this module, and the front server needs to know their failures.
const outage = () => oncePerProcess('database-outage', () => ({ lastAt: Number.NEGATIVE_INFINITY }))

/** Records when the database was last unavailable, and throws the error it is given. */
export function recordOutage(error: unknown): never {
  if (isDatabaseUnavailable(error)) outage().lastAt = performance.now()
  throw error
}

/** Whether a call found the database unavailable since that moment of `performance.now()`. */
export function wasDatabaseUnavailableSince(moment: number): boolean {
  return outage().lastAt >= moment
}
