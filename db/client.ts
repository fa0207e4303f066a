import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsQueryResultHKT, PostgresJsSession } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { shared } from '@/server/shared'
import { createLanes, type Lanes } from './create-lanes'
import { failingWithoutValues } from './failed-query'
import { openGatheringSocket, openPromptSocket } from './open-prompt-socket'

export type Pool = postgres.Sql
export type Database = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>

const dialect = new PgDialect()

// The pools belong to the process, so what is known of them must as well: a bundled process has two copies of this module.
const lanesOf = shared('pool-lanes', () => new WeakMap<Pool, Lanes>())

/**
 * A pool of connections for one role: for single statements, and as many again for transactions, opened as they are needed.
 * `isPipe`: whoever writes to it writes whole packets, however many are on the way.
 */
export function createPool(url: string, options: { max: number; name: string; isPipe?: boolean }): Pool {
  const open = (more: { max: number; onclose?: () => void; max_lifetime?: number }) => {
    const settings = {
      connection: { application_name: options.name },
      connect_timeout: 10,
      // The driver's look at array types dies unheard with a connection that breaks meanwhile; Drizzle reads arrays by itself.
      fetch_types: false,
      // Postgres is back within seconds of a restart; the driver's own back-off would wait for longer.
      backoff: () => 0.25,
      onnotice: () => {},
      socket: options.isPipe ? openGatheringSocket : openPromptSocket,
      // Past its limit the driver would part a packet's statements.
      max_pipeline: options.isPipe ? 1_000_000 : 100,
      ...more,
    }
    const opened = postgres(url, settings)
    // Drizzle reads and writes dates as text; this teaches the pool's parsers the same, once.
    drizzle(opened)
    return opened
  }
  const pool = open({ max: options.max })
  // The driver counts the life of a connection without regard to a transaction on it: 0 lets it live.
  const lanes = createLanes(options.max, (onclose) => open({ max: 1, onclose, max_lifetime: 0 }))
  lanesOf.set(pool, lanes)
  const endPool = pool.end
  pool.end = async (how) => {
    await Promise.all([endPool(how), lanes.end(how)])
  }
  return pool
}

/** All that Drizzle's session asks of a connection. */
export type Client = Pick<Pool, 'unsafe' | 'options'>

export type Query = Parameters<Pool['unsafe']>

/**
 * A statement that is not on its way yet. Throws where the driver could not encode a parameter: it would find out when the statement
 * has its place in the line, and from then on every answer of the connection would go to the wrong one.
 */
export function statementOn(
  connection: Pick<Pool, 'unsafe'>,
  query: Query[0],
  parameters: Query[1] = [],
): ReturnType<Pool['unsafe']> {
  if (!parameters.every(isEncodable)) throw new Error('a parameter of a statement cannot be encoded')
  return connection.unsafe(query, parameters, { prepare: true })
}

const ENCODABLE = new Set(['string', 'number', 'bigint', 'boolean'])

function isEncodable(value: unknown): boolean {
  return value === null || value instanceof Uint8Array || ENCODABLE.has(typeof value)
}

/**
 * Drizzle's own session asks for unnamed statements; named ones save a round trip and the planning on every repeat. Each is sent where
 * it is made and not where it is awaited, so that statements reach Postgres in the order of the code.
 */
function preparing(connection: Pick<Pool, 'unsafe'>, pool: Pool): Client {
  return {
    unsafe: (query: Query[0], parameters?: Query[1]) => statementOn(connection, query, parameters).execute(),
    options: pool.options,
  } as Client // the generic call signature of `unsafe` cannot be written as an arrow
}

const clients = shared('database-clients', () => new WeakMap<Database, Client>())

/** What a handle's statements go through. */
export function clientOf(db: Database): Client {
  const client = clients.get(db)
  if (!client) throw new Error('the handle was not made here')
  return client
}

/** A Drizzle handle whose statements go through `client`. */
export function databaseOver(client: Client): Database {
  const session = new PostgresJsSession(client as Pool, dialect, undefined) // the session calls only `unsafe` and `options`
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = (...args) => failingWithoutValues(prepare(...args))
  const db = new PgDatabase(dialect, session, undefined) as Database // no relational schema is used
  clients.set(db, client)
  return db
}

/** `values`: rows as arrays, which Drizzle maps by itself. */
export type Shape = 'rows' | 'values'

/** A handle whose statements go out where they are awaited, by `run`. */
export function lazyDatabase(
  options: Pool['options'] | undefined,
  run: (query: Query, shape: Shape) => Promise<unknown>,
): Database {
  const unsafe = (...query: Query) => ({
    values: () => run(query, 'values'),
    // biome-ignore lint/suspicious/noThenProperty: Drizzle awaits the query itself or asks it for `values()`, so it must be lazy.
    then: (resolve: (rows: unknown) => void, reject: (error: unknown) => void) =>
      run(query, 'rows').then(resolve, reject),
  })
  return databaseOver({ unsafe, options } as unknown as Client) // a query here is lazy, and only these two ways
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
    return Object.assign(Object.create(built), { client: clientOf(db) }).execute(values)
  }
}

/** A handle for single statements, each on any connection of the pool. */
export function databaseOf(pool: Pool): Database {
  return databaseOver(preparing(pool, pool))
}

/** Takes a statement that is on its way; COMMIT follows it without waiting for its answer. */
type Sent = (statement: Promise<unknown>) => void

/**
 * Runs `work` in one transaction. `setup` (trusted SQL) rides in the same packet as BEGIN, the first statement of `work` follows
 * without waiting, and what was handed to `send` travels with COMMIT: read, write, commit are two round trips.
 */
export async function inTransaction<T>(
  pool: Pool,
  setup: string,
  work: (db: Database, send: Sent) => Promise<T>,
): Promise<T> {
  const lanes = lanesOf.get(pool)
  if (!lanes) throw new Error('transactions need a pool of createPool')
  const lane = await lanes.take()
  const sent: Promise<unknown>[] = []
  const send: Sent = (statement) => {
    statement.catch(() => {})
    sent.push(statement)
  }
  const transact = async () => {
    const begun = lane.unsafe(`begin; ${setup}`).simple().execute()
    send(begun)
    if (!lane.isProven()) await begun
    lane.prove()
    const result = await work(databaseOver(preparing(lane, pool)), send)
    // After a failed statement Postgres turns COMMIT into ROLLBACK, so it need not wait for the answers before it.
    const committed = lane.unsafe('commit').simple().execute()
    await Promise.allSettled([...sent, committed])
    await Promise.all(sent)
    await committed
    return result
  }
  try {
    return await Promise.race([transact(), lane.lost])
  } catch (error) {
    if (!lane.isLost()) {
      const undone = lane.unsafe('rollback').simple()
      await Promise.race([undone, lane.lost]).catch(() => {})
    }
    throw error
  } finally {
    lane.release()
  }
}
