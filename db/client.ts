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

const clients = new WeakMap<Database, Client>()

function databaseOver(client: Client): Database {
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

/**
 * A handle for reads: every statement is a read-only transaction of its own, with `setup` (trusted SQL) in it, sent and committed in
 * one packet. One round trip where `inTransaction` needs two, and no connection is held in between.
 */
export function readerOf(pool: Pool, setup: string): Database {
  const opening = `begin read only; ${setup}`
  const unsafe = (query: string, parameters?: Parameters<Pool['unsafe']>[1]) => {
    const rows = () => readAlone(pool, opening, (connection) => connection.unsafe(query, parameters, { prepare: true }))
    const values = () =>
      readAlone(pool, opening, (connection) => connection.unsafe(query, parameters, { prepare: true }).values())
    return {
      values,
      // biome-ignore lint/suspicious/noThenProperty: Drizzle awaits the query itself or asks it for `values()`, so it must be lazy.
      then: (resolve: (result: unknown) => void, reject: (error: unknown) => void) => rows().then(resolve, reject),
    }
  }
  return databaseOver({ unsafe, options: pool.options } as unknown as Client) // all that Drizzle's session asks of a query
}

type Statement<T> = PromiseLike<T> & { execute: () => PromiseLike<T> }

async function readAlone<T>(pool: Pool, opening: string, read: (connection: Pool) => Statement<T>): Promise<T> {
  const connection = await pool.reserve()
  try {
    const opened = connection.unsafe(opening).simple().execute()
    const result = read(connection).execute()
    const closed = connection.unsafe('commit').simple().execute()
    // All three must be over before the connection goes back, also when one of them failed.
    await Promise.allSettled([opened, result, closed])
    await opened
    return await result
  } finally {
    connection.release()
  }
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
