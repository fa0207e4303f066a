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

/** All that Drizzle's session asks of a connection. */
export type Client = Pick<Pool, 'unsafe' | 'options'>

/**
 * Drizzle's own session asks for unnamed statements; named ones save a round trip and the planning on every repeat. Each is sent where
 * it is made and not where it is awaited, so that statements reach Postgres in the order of the code.
 */
function preparing(connection: Pick<Pool, 'unsafe'>, pool: Pool): Client {
  return {
    unsafe: (query: string, parameters?: Parameters<Pool['unsafe']>[1]) =>
      connection.unsafe(query, parameters, { prepare: true }).execute(),
    options: pool.options,
  } as Client // the generic call signature of `unsafe` cannot be written as an arrow
}

const clients = new WeakMap<Database, Client>()

/** A Drizzle handle whose statements go through `client`. */
export function databaseOver(client: Client): Database {
  const session = new PostgresJsSession(client as Pool, dialect, undefined) // the session calls only `unsafe` and `options`
  const db = new PgDatabase(dialect, session, undefined) as Database // no relational schema is used
  clients.set(db, client)
  return db
}

/**
 * For the hottest statements: Drizzle takes longer to build one than Postgres to answer it, so `build` (with `sql.placeholder`s) runs
 * once, and each call only runs the result with the caller's handle.
 */
export function preparedOnce<T>(
  build: (db: Database) => { execute: (values: Record<string, unknown>) => Promise<T> },
): (db: Database, values: Record<string, unknown>) => Promise<T> {
  let built: ReturnType<typeof build> | undefined
  return (db, values) => {
    built ??= build(db)
    // Drizzle's prepared statement reads its connection from `client`, the one thing that differs between callers.
    return Object.assign(Object.create(built), { client: clients.get(db) }).execute(values)
  }
}

/** A handle for single statements, each on any connection of the pool. */
export function databaseOf(pool: Pool): Database {
  return databaseOver(preparing(pool, pool))
}

/** Takes a statement that was sent; COMMIT follows it without waiting for its answer. */
export type Send = (statement: Promise<unknown>) => void

/**
 * Runs `work` in one transaction. `setup` (trusted SQL) rides in the same packet as BEGIN, the first statement of `work` follows
 * without waiting, and what was handed to `send` travels with COMMIT: read, write, commit are two round trips.
 */
export async function inTransaction<T>(
  pool: Pool,
  setup: string,
  work: (db: Database, send: Send) => Promise<T>,
): Promise<T> {
  const connection = await pool.reserve()
  const sent: Promise<unknown>[] = []
  const send: Send = (statement) => {
    statement.catch(() => {})
    sent.push(statement)
  }
  try {
    send(connection.unsafe(`begin; ${setup}`).simple().execute())
    const result = await work(databaseOver(preparing(connection, pool)), send)
    // After a failed statement Postgres turns COMMIT into ROLLBACK, so it need not wait for the answers before it.
    const committed = connection.unsafe('commit').simple().execute()
    await Promise.allSettled([...sent, committed])
    await Promise.all(sent)
    await committed
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
