import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import { type PostgresJsQueryResultHKT, PostgresJsSession } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { isConnectionBroken } from './connection-lost'
import type { Lane, Lanes } from './create-lanes'
import { lanesOf } from './create-pool'
import { failingWithoutValues } from './failed-query'
import { oncePerProcess } from './once-per-process'
import { noteOutage } from './outage'
import type { Pool } from './pool'

export type Database = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>

const dialect = new PgDialect()

/** An idle connection that does not answer BEGIN for so long is given up. */
const PROOF_MS = 3_000

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
function preparing(connection: Pick<Pool, 'unsafe'>, pool: Single): Client {
  return {
    unsafe: (query: Query[0], parameters?: Query[1]) => statementOn(connection, query, parameters).execute(),
    options: pool.options,
  } as Client // the generic call signature of `unsafe` cannot be written as an arrow
}

const clients = oncePerProcess('database-clients', () => new WeakMap<Database, Client>())

/** What a handle's statements go through. */
export function clientOf(db: Database): Client {
  const client = clients.get(db)
  if (!client) throw new Error('the handle was not made here')
  return client
}

/** A Drizzle handle whose statements go through `client`. */
export function databaseOver(client: Client): Database {
  const session = new PostgresJsSession(client as postgres.Sql, dialect, undefined) // the session calls only `unsafe` and `options`
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
export function databaseOf(pool: Single): Database {
  // Drizzle writes JSON as text already: a plain driver would quote it once more.
  for (const type of JSON_TYPES) pool.options.serializers[type] = asItStands
  return lazyDatabase(pool.options, ([query, parameters], shape) =>
    answered(pool, { query, parameters, shape }).catch(noteOutage),
  )
}

/** A plain driver will do; its questions are not repeated. */
type Single = Pick<Pool, 'unsafe' | 'options'>

/** json and jsonb. */
const JSON_TYPES = [114, 3802]
const asItStands = (value: unknown) => value

type Asked = { query: Query[0]; parameters: Query[1]; shape: Shape }

const READ = /^\s*(select|with)\b/i

/**
 * A question whose connection turned out to be dead is asked once more. In a transaction that cannot write, and so only ever of what
 * did not write the first time either: of the first time nobody knows whether it was done.
 */
async function answered(pool: Single, asked: Asked): Promise<unknown> {
  try {
    return await ask(pool, asked)
  } catch (error) {
    if (!READ.test(asked.query) || !isConnectionBroken(error) || !canRepeat(pool)) throw error
    return askReadOnly(pool.fresh(), asked).catch(() => {
      throw error
    })
  }
}

function canRepeat(pool: Single): pool is Pool {
  return 'fresh' in pool
}

async function askReadOnly(connection: Pick<Pool, 'unsafe'>, asked: Asked): Promise<unknown> {
  const begun = connection.unsafe('begin read only').simple().execute()
  const answer = ask(connection, asked).execute()
  const ended = connection.unsafe('commit').simple().execute()
  const [isOpen, result] = await Promise.allSettled([begun, answer, ended])
  if (isOpen.status === 'rejected') throw isOpen.reason
  if (result.status === 'rejected') throw result.reason
  return result.value
}

function ask(connection: Pick<Pool, 'unsafe'>, { query, parameters, shape }: Asked) {
  const statement = statementOn(connection, query, parameters)
  if (shape === 'values') statement.values()
  return statement
}

/**
 * Runs `work` in one transaction. `setup` (trusted SQL) rides in the same packet as BEGIN, and the first statement of `work` follows
 * without waiting.
 */
export async function inTransaction<T>(pool: Single, setup: string, work: (db: Database) => Promise<T>): Promise<T> {
  const { lane, begun } = await beginOn(lanesOf(pool), setup).catch(noteOutage)
  const transact = async () => {
    const result = await work(databaseOver(preparing(lane, pool)))
    // After a failed statement Postgres turns COMMIT into ROLLBACK, so it need not wait for the answer to BEGIN.
    const committed = lane.unsafe('commit').simple().execute()
    await Promise.allSettled([begun, committed])
    await begun
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
    return noteOutage(error)
  } finally {
    lane.release()
  }
}

/** A lane with BEGIN on its way, or answered where the connection is new or was idle: one found dead there is replaced, nothing was done on it. */
async function beginOn(lanes: Lanes, setup: string): Promise<{ lane: Lane; begun: Promise<unknown> }> {
  const lane = await lanes.take()
  const begun = lane.unsafe(`begin; ${setup}`).simple().execute()
  begun.catch(() => {})
  if (lane.isProven()) return { lane, begun }
  const deadline = lane.wasOpen ? setTimeout(lane.discard, PROOF_MS) : undefined
  try {
    await Promise.race([begun, lane.lost])
    lane.prove()
    return { lane, begun }
  } catch (error) {
    if (!lane.isLost()) await Promise.race([lane.unsafe('rollback').simple(), lane.lost]).catch(() => {})
    lane.release()
    if (!lane.wasOpen || !lane.isLost()) throw error
    return beginOn(lanes, setup)
  } finally {
    clearTimeout(deadline)
  }
}
