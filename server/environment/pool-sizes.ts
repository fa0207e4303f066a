/** Reads are pipelined: a few connections serve many at once. */
const READERS = 4
/** The platform's own people are few. */
const OPERATOR_TRANSACTIONS = 3
const OPERATOR_READERS = 2
/** One connection each for changed rows of caches, secrets that processes share, and events of streams. */
const LISTENERS = 3

const FIXED = READERS + OPERATOR_TRANSACTIONS + OPERATOR_READERS + LISTENERS
const LEAST_OF_EACH = 2

/** Fewer cannot be shared out, nor are more of use to one process. */
export const MIN_CONNECTIONS = FIXED + 4 * LEAST_OF_EACH
export const MAX_CONNECTIONS = FIXED + 300

/**
 * Divides the connections to Postgres that a process may open. The connections that fixed pools leave are divided in
 * quarters among the busy pools.
 */
export function poolSizes(connections: number) {
  const quarter = Math.floor((connections - FIXED) / 4)
  return {
    tenantTransactions: connections - FIXED - 3 * quarter,
    tenantStatements: quarter,
    workerTransactions: quarter,
    workerStatements: quarter,
    readers: READERS,
    operatorTransactions: OPERATOR_TRANSACTIONS,
    operatorReaders: OPERATOR_READERS,
    listeners: LISTENERS,
  }
}
