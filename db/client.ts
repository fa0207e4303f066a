import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsQueryResultHKT, PostgresJsSession } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

export type Pool = postgres.Sql
export type Database = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>

const dialect = new PgDialect()

/** A pool of connections for one role. */
export function createPool(url: string, options: { max: number; name: string }): Pool {
  const pool = postgres(url, {
    max: options.max,
    connection: { application_name: options.name },
    connect_timeout: 10,
    onnotice: () => {},
  })
  // Drizzle reads and writes dates as text; this teaches the pool's parsers the same, once.
  drizzle(pool)
  return pool
}

type Client = Pick<Pool, 'unsafe' | 'options'>

/** Drizzle's own session asks for unnamed statements; named ones save a round trip and the planning on every repeat. */
function preparing(connection: Pick<Pool, 'unsafe'>, pool: Pool): Client {
  return {
    unsafe: (query: string, parameters?: Parameters<Pool['unsafe']>[1]) =>
      connection.unsafe(query, parameters, { prepare: true }),
    options: pool.options,
  } as Client // the generic call signature of `unsafe` cannot be written as an arrow
}

function databaseOver(client: Client): Database {
  const session = new PostgresJsSession(client as Pool, dialect, undefined) // the session calls only `unsafe` and `options`
  return new PgDatabase(dialect, session, undefined) as Database // no relational schema is used
}

/** A handle for single statements, each on any connection of the pool. */
export function databaseOf(pool: Pool): Database {
  return databaseOver(preparing(pool, pool))
}

/**
 * Runs `work` in one transaction. `setup` (trusted SQL) rides in the same packet as BEGIN, and the first statement of `work`
 * follows without waiting, so a transaction with one statement costs two round trips.
 */
export async function inTransaction<T>(pool: Pool, setup: string, work: (db: Database) => Promise<T>): Promise<T> {
  const connection = await pool.reserve()
  try {
    const opened = connection.unsafe(`begin; ${setup}`).simple().execute()
    opened.catch(() => {})
    const result = await work(databaseOver(preparing(connection, pool)))
    await opened
    await connection.unsafe('commit').simple()
    return result
  } catch (error) {
    await connection
      .unsafe('rollback')
      .simple()
      .catch(() => {})
    throw error
  } finally {
    connection.release()
  }
}
