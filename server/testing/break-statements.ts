import { transactionConnectionsOf } from '@/db/create-pool'
import type { Pool } from '@/db/pool'
import { pools } from '@/server/database/pools'

/** A deadlock, a lock that was not given, a statement that took too long, a broken constraint, an unforeseen error. */
export const ERROR_CODES = ['40P01', '55P03', '57014', '23514', 'XX000'] as const

export type StatementFault = {
  at: number
  code: (typeof ERROR_CODES)[number]
  /** Called before the statement fails. */
  onReached?: () => void
}

/**
 * Lets statements of the worker and the operators fail in Postgres, counted from `begin`: what a deadlock, a lock
 * timeout or a broken constraint does to the code. `end` puts the connections back.
 */
export function breakStatements() {
  let count = 0
  let faults: readonly StatementFault[] = []
  const broken = (unsafe: Pool['unsafe']): Pool['unsafe'] => {
    const breaking = (...asked: Parameters<Pool['unsafe']>) => {
      count += 1
      const fault = faults.find(({ at }) => at === count)
      if (!fault) return unsafe(...asked)
      fault.onReached?.()
      return unsafe(`do $$ begin raise exception 'injected' using errcode = '${fault.code}'; end $$`)
    }
    return breaking as Pool['unsafe'] // the generic call signature cannot be written as an arrow
  }
  const { worker, operator } = pools()
  const undo = [worker, operator].map((pool) => {
    const connections = transactionConnectionsOf(pool)
    const [take, unsafe] = [connections.take, pool.unsafe]
    connections.take = async () => {
      const connection = await take()
      return { ...connection, unsafe: broken(connection.unsafe) }
    }
    pool.unsafe = broken(unsafe)
    return () => Object.assign(connections, { take }) && Object.assign(pool, { unsafe })
  })
  return {
    /** Counts again from one; the statements with these numbers fail. */
    begin(next: readonly StatementFault[]): void {
      count = 0
      faults = next
    },
    /** How many statements ran since `begin`. */
    count: () => count,
    end(): void {
      for (const each of undo) each()
    },
  }
}
