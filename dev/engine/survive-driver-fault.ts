import { isTransient } from './with-retry'

/**
 * When Postgres is killed, postgres.js 3.4.9 writes to the socket it just closed, or rejects a promise nobody
 * holds. The work concerned is given up and repeated by `withRetry`, so the process need not end for it.
 */
function isDriverFault(error: Error): boolean {
  if (isTransient(error)) return true
  const stack = error.stack ?? ''
  return error instanceof TypeError && /postgres[\\/](src|cjs)/.test(stack) && stack.includes('nextWrite')
}

export function surviveDriverFault(): void {
  // promises rejected without a handler arrive here too
  process.on('uncaughtException', (error) => {
    if (isDriverFault(error)) return
    console.error(error.stack ?? error.message)
    process.exit(1)
  })
}
