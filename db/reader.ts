import { buildStatement, type Database, lazyDatabase } from './client'
import { isConnectionBroken, isReadOnly } from './connection-lost'
import { wasRetried } from './driver-insides'
import { recordOutage } from './outage'
import { createPipes, type Pipes, type PipesOptions, takePipe } from './pipes'
import type { Pool } from './pool'

/** Connections that can only read. */
export function createReaders(url: string, options: PipesOptions): Pipes {
  const readOnly = new URL(url)
  readOnly.searchParams.set('default_transaction_read_only', 'on')
  return createPipes(readOnly.toString(), options)
}

/**
 * A handle for the reads of one business. BEGIN with the tenant, the statement and COMMIT are sent in one packet and in
 * order, so a read costs one round trip, and reads of many requests share a connection. The tenant is set for the
 * transaction only: a statement outside of it sees no rows. `businessId` must be a checked UUID.
 */
export function readerOf(readers: Pipes, businessId: string): Database {
  return readerAfter(readers, `select set_config('app.business_id', '${businessId}', true)`)
}

/** A reader for a role that sees all businesses. */
export function crossTenantReaderOf(readers: Pipes): Database {
  return readerAfter(readers, '')
}

function readerAfter(readers: Pipes, setup: string): Database {
  const [first] = readers.pipes
  return lazyDatabase(first?.pool.options, ([query, parameters], shape) =>
    read<unknown>(readers, setup, (pool) => {
      const statement = buildStatement(pool, query, parameters)
      return shape === 'values' ? statement.values() : statement
    }),
  )
}

type Statement<T> = PromiseLike<T> & { execute: () => unknown }

async function read<T>(readers: Pipes, setup: string, send: (pool: Pool) => Statement<T>): Promise<T> {
  let isRepeated = false
  for (;;) {
    const { pool, release } = takePipe(readers)
    try {
      const statement = send(pool)
      const opened = pool.unsafe(`begin read only; ${setup}`).simple().execute()
      statement.execute()
      const closed = pool.unsafe('commit').simple().execute()
      const [isOpen, result] = await Promise.allSettled([opened, statement, closed])
      if (isOpen.status === 'rejected') throw isOpen.reason
      if (result.status === 'rejected') throw result.reason
      // A statement that was sent again ran outside of its transaction, or in that of another read.
      if (!wasRetried(statement)) return result.value
    } catch (error) {
      // A bug in this code. On connections that can write, the same error means that Postgres is read-only now.
      if (isReadOnly(error)) throw new Error('a read-only call tried to write')
      if (isRepeated || !isConnectionBroken(error)) return recordOutage(error)
      // The transaction was read-only, so it can be repeated.
      isRepeated = true
    } finally {
      release()
    }
  }
}
