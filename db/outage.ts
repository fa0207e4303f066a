import { isDatabaseAway } from './connection-lost'
import { oncePerProcess } from './once-per-process'

// The pages are another copy of this module, and the front server wants to know of their failures.
const outage = () => oncePerProcess('database-outage', () => ({ lastAt: Number.NEGATIVE_INFINITY }))

/** Notes when the database was last found away; throws what it is given. */
export function recordOutage(error: unknown): never {
  if (isDatabaseAway(error)) outage().lastAt = performance.now()
  throw error
}

/** Whether a call found the database away since that moment of `performance.now()`. */
export function wasDatabaseAwaySince(moment: number): boolean {
  return outage().lastAt >= moment
}
