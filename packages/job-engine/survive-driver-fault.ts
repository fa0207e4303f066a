import { renewPools } from './pool'
import { isTransient } from './with-retry'

/** The name of the driver's function that threw: in a bundle, its file is the bundle. */
const DRIVER_WRITES = /^.*\n\s+at (\w+\.)?nextWrite /

/**
 * When Postgres is killed, postgres.js 3.4.9 rejects promises that no code holds, and writes to the closed socket: that
 * connection never sends again. `withRetry` repeats the work, so the process need not end.
 */
export function surviveDriverFault(): void {
  // promises rejected without a handler arrive here too
  process.on('uncaughtException', (error) => {
    if (isTransient(error)) return
    if (error instanceof TypeError && DRIVER_WRITES.test(error.stack ?? '')) return renewPools()
    console.error(error.stack ?? error.message)
    process.exit(1)
  })
}
