/** Reads, and writes that ask nothing, are pipelined: a few connections carry many at once. */
const READERS = 4
const WRITERS = 4
/** The platform's own people are few. */
const OPERATOR_TRANSACTIONS = 3
const OPERATOR_READERS = 2
/** One hears of rows that are cached, one of secrets that processes pass on. */
const LISTENERS = 2

const FIXED = READERS + WRITERS + OPERATOR_TRANSACTIONS + OPERATOR_READERS + LISTENERS
const LEAST_OF_EACH = 2

/** Fewer cannot be shared out, nor are more of use to one process. */
export const LEAST_CONNECTIONS = FIXED + 3 * LEAST_OF_EACH
export const MOST_CONNECTIONS = FIXED + 300

/** How the connections to Postgres that a process may open are shared out: what the fixed ones leave goes in thirds to what is busy. */
export function poolSizes(connections: number) {
  const third = Math.floor((connections - FIXED) / 3)
  return {
    tenantTransactions: connections - FIXED - 2 * third,
    workerTransactions: third,
    workerStatements: third,
    readers: READERS,
    writers: WRITERS,
    operatorTransactions: OPERATOR_TRANSACTIONS,
    operatorReaders: OPERATOR_READERS,
    listeners: LISTENERS,
  }
}
