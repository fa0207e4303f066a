import { type Client, createPool, type Database, databaseOver, type Pool } from './client'

type Connection = { pool: Pool; waiting: number }
export type Readers = { connections: Connection[]; end: () => Promise<void> }

const SET_TENANT = "select set_config('app.business_id', $1, false)"

/** Connections of the tenant role that can only read, each with a pipeline of its own. */
export function createReaders(url: string, options: { count: number; name: string }): Readers {
  const readOnly = new URL(url)
  readOnly.searchParams.set('default_transaction_read_only', 'on')
  const connections = Array.from({ length: options.count }, () => {
    return { pool: createPool(readOnly.toString(), { max: 1, name: options.name }), waiting: 0 }
  })
  return {
    connections,
    end: async () => {
      await Promise.all(connections.map(({ pool }) => pool.end({ timeout: 2 })))
    },
  }
}

/**
 * A handle for one business's reads. Each statement travels right behind the one that sets the tenant, in one packet and in order, so
 * a read costs one round trip and statements of many requests share it. If the first one fails, the second one's rows are not used.
 */
export function readerOf(readers: Readers, businessId: string): Database {
  const unsafe = (query: string, parameters?: Parameters<Pool['unsafe']>[1]) => {
    const send = (pool: Pool) => pool.unsafe(query, parameters, { prepare: true })
    return {
      values: () => read(readers, businessId, (pool) => send(pool).values()),
      // biome-ignore lint/suspicious/noThenProperty: Drizzle awaits the query itself or asks it for `values()`, so it must be lazy.
      then: (resolve: (rows: unknown) => void, reject: (error: unknown) => void) =>
        read<unknown>(readers, businessId, send).then(resolve, reject),
    }
  }
  const [first] = readers.connections
  return databaseOver({ unsafe, options: first?.pool.options } as unknown as Client) // a query here is lazy, and only these two ways
}

type Statement<T> = PromiseLike<T> & { execute: () => unknown; retried?: unknown }

async function read<T>(readers: Readers, businessId: string, send: (pool: Pool) => Statement<T>): Promise<T> {
  for (;;) {
    const connection = leastBusy(readers)
    connection.waiting += 1
    const tenantSet: Statement<unknown> = connection.pool.unsafe(SET_TENANT, [businessId], { prepare: true })
    tenantSet.execute()
    const statement = send(connection.pool)
    statement.execute()
    const [isSet, result] = await Promise.allSettled([tenantSet, statement])
    connection.waiting -= 1
    if (isSet.status === 'rejected') throw isSet.reason
    if (result.status === 'rejected') throw result.reason
    // After a change of schema the driver sends a statement again by itself: then another tenant may have been set before it.
    if (!statement.retried && !tenantSet.retried) return result.value
  }
}

function leastBusy({ connections }: Readers): Connection {
  const least = connections.reduce((best, connection) => (connection.waiting < best.waiting ? connection : best))
  return least
}
