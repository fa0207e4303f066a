import type { Socket } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm'
import { PgDatabase, PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsQueryResultHKT, PostgresJsSession } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { FailedQuery } from './failed-query'

// Everything that depends on undocumented internals of Drizzle and postgres.js. Its test names the versions in which
// these were read.

type Unsafe = postgres.Sql['unsafe']

/** All that Drizzle's session requires of a connection. */
export type Client = Pick<postgres.Sql, 'unsafe' | 'options'>

const dialect = new PgDialect()

/**
 * Drizzle's handle over any connection: its session calls only `unsafe` and reads only `options`. Its failures are
 * `FailedQuery`s.
 */
export function createDrizzle(client: Client): PgDatabase<PostgresJsQueryResultHKT, Record<string, never>> {
  const session = new PostgresJsSession(client as postgres.Sql, dialect, undefined)
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = (...args) => failingWithoutValues(prepare(...args))
  return new PgDatabase(dialect, session, undefined) as ReturnType<typeof createDrizzle> // no relational schema is used
}

/** As before, the query is sent at the call. */
function failingWithoutValues<Q extends PgPreparedQuery<PreparedQueryConfig>>(prepared: Q): Q {
  const { execute } = prepared
  // `this`: what runs may be a copy of the query with another connection.
  return Object.assign(prepared, {
    execute(this: Q, ...args: Parameters<Q['execute']>) {
      return execute.apply(this, args).catch((error: unknown) => {
        throw error instanceof DrizzleQueryError ? new FailedQuery(error.query, error.cause) : error
      })
    },
  })
}

/**
 * A built statement for another connection: it reads that from `client`, the one thing that differs between callers.
 */
export function withClient<P extends object>(built: P, client: Client): P {
  return Object.assign(Object.create(built), { client })
}

/** `values`: rows as arrays, which Drizzle maps. */
export type Shape = 'rows' | 'values'

/** A client whose queries run when Drizzle reads their result: it awaits the query itself or its `values()`. */
export function lazyClient(
  options: Client['options'] | undefined,
  run: (query: Parameters<Unsafe>, shape: Shape) => Promise<unknown>,
): Client {
  const unsafe = (...query: Parameters<Unsafe>) => ({
    values: () => run(query, 'values'),
    // biome-ignore lint/suspicious/noThenProperty: Drizzle awaits the query, so it must be lazy.
    then: (resolve: (rows: unknown) => void, reject: (error: unknown) => void) =>
      run(query, 'rows').then(resolve, reject),
  })
  return { unsafe, options } as unknown as Client // a query here is lazy, and only these two ways
}

/** json and jsonb. */
const JSON_TYPES = [114, 3802]
const asItStands = (value: unknown) => value

/** Drizzle passes JSON as text already. A plain driver would quote it again. */
export function disableJsonSerializer({ options }: Pick<postgres.Sql, 'options'>): void {
  for (const type of JSON_TYPES) options.serializers[type] = asItStands
}

/** The target that the driver passes to its `socket` option. */
export type SocketTarget = { host: string[]; port: number[]; path: string | false | undefined }

type DriverOptions = {
  name: string
  onclose: () => void
  openSocket: (target: SocketTarget) => Socket | Promise<Socket>
  /** The maximum number of statements without an answer on a connection. */
  maxPipeline: number
}

/** A driver with one connection. */
export function openDriver(url: string, { name, onclose, openSocket, maxPipeline }: DriverOptions): postgres.Sql {
  let isGivenUp = false
  const socket = async (target: SocketTarget) => {
    const opened = await openSocket(target)
    // The driver forgets a connection that is dropped while its socket opens, and would never close the socket.
    if (isGivenUp) setImmediate(() => opened.destroy())
    return opened
  }
  const settings = {
    max: 1,
    onclose,
    connection: { application_name: name },
    connect_timeout: 10,
    // The driver counts the life of a connection without regard to a transaction on it: 0 lets it live.
    max_lifetime: 0,
    // The driver's query for array types fails silently when its connection breaks meanwhile; Drizzle parses arrays
    // without it.
    fetch_types: false,
    onnotice: () => {},
    socket,
    // Whatever the address says: the socket is in TLS already.
    ssl: false,
    max_pipeline: maxPipeline,
  }
  const opened = postgres(url, settings)
  // Drizzle reads and writes dates as text; this teaches the driver's parsers the same, once.
  drizzle(opened)
  const { end } = opened
  opened.end = (how) => {
    isGivenUp ||= how?.timeout === 0
    return end(how)
  }
  return opened
}

const ENCODABLE = new Set(['string', 'number', 'bigint', 'boolean'])

/**
 * Whether the driver can encode a parameter. Otherwise it would fail after the statement was queued, and every later
 * answer of the connection would go to the wrong statement.
 */
export function isEncodable(value: unknown): boolean {
  return value === null || value instanceof Uint8Array || ENCODABLE.has(typeof value)
}

/** Whether a statement waits in the driver: it notes the statement's connection when it sends it. */
export function isUnsent(statement: object): boolean {
  return 'state' in statement && statement.state === null
}

/** Whether the driver sent a statement again, as it does after a change of schema. */
export function wasRetried(statement: object): boolean {
  return 'retried' in statement && Boolean(statement.retried)
}

/** Observes the end of a statement without sending it, as the driver's own `then` would. */
export function observeStatement(statement: ReturnType<Unsafe>, onAnswer: () => void, onFailure: () => void): void {
  Promise.prototype.then.call(statement, onAnswer, onFailure)
}
