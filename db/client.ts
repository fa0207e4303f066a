import { isConnectionBroken } from './connection-lost'
import { transactionConnectionsOf } from './create-pool'
import type { TransactionConnection, TransactionConnections } from './create-transaction-connections'
import {
  type Client,
  createDrizzle,
  disableJsonSerializer,
  isEncodable,
  lazyClient,
  type Shape,
  withClient,
} from './driver-insides'
import { FailedQuery } from './failed-query'
import { oncePerProcess } from './once-per-process'
import { recordOutage } from './outage'
import type { Pool } from './pool'
import { isPrepared } from './prepared-texts'

export type Database = ReturnType<typeof createDrizzle>

/** An idle connection that does not answer BEGIN within this time is dropped. */
const PROOF_MS = 3_000

type Query = Parameters<Pool['unsafe']>

/** A statement that is not sent yet. Throws if the driver cannot encode a parameter. */
export function buildStatement(
  connection: Pick<Pool, 'unsafe'>,
  query: Query[0],
  parameters: Query[1] = [],
): ReturnType<Pool['unsafe']> {
  if (!parameters.every(isEncodable)) throw new Error('a parameter of a statement cannot be encoded')
  return connection.unsafe(query, parameters, { prepare: isPrepared(query) })
}

/**
 * Drizzle's own session sends unnamed statements; named ones (`isPrepared`) save a round trip and the planning of every
 * repetition. Each is sent when it is created and not when it is awaited, so that statements reach Postgres in the
 * order of the code.
 */
function preparing(connection: Pick<Pool, 'unsafe'>, pool: Single): Client {
  return {
    unsafe: (query: Query[0], parameters?: Query[1]) => buildStatement(connection, query, parameters).execute(),
    options: pool.options,
  } as Client // the generic call signature of `unsafe` cannot be written as an arrow
}

const clients = oncePerProcess('database-clients', () => new WeakMap<Database, Client>())

/** The client that runs a handle's statements. */
function clientOf(db: Database): Client {
  const client = clients.get(db)
  if (!client) throw new Error('the handle was not made here')
  return client
}

/** A Drizzle handle whose statements go through `client`. */
function databaseOver(client: Client): Database {
  const db = createDrizzle(client)
  clients.set(db, client)
  return db
}

/** A handle whose statements are sent by `run`, when they are awaited. */
export function lazyDatabase(...request: Parameters<typeof lazyClient>): Database {
  return databaseOver(lazyClient(...request))
}

/**
 * For the most frequent statements, which Drizzle builds more slowly than Postgres runs them. `build` (with
 * `sql.placeholder`s) runs once, and each call runs the result with the caller's handle.
 */
export function prepareStatement<T>(
  build: (db: Database) => { execute: (values: Record<string, unknown>) => Promise<T> },
): (db: Database, values: Record<string, unknown>) => Promise<T> {
  let built: ReturnType<typeof build> | undefined
  return (db, values) => {
    built ??= build(db)
    return withClient(built, clientOf(db)).execute(values)
  }
}

/**
 * Runs a statement with a fixed text and its parameters in the format of Postgres. With many parameters, Drizzle builds
 * a statement more slowly than Postgres runs it.
 */
export async function runText<R extends object>(
  db: Database,
  text: string,
  parameters: readonly (string | number | boolean | null)[],
): Promise<R[]> {
  try {
    return [...(await clientOf(db).unsafe<R[]>(text, [...parameters]))]
  } catch (error) {
    throw new FailedQuery(text, error)
  }
}

/** A handle for single statements, each on any connection of the pool. */
export function toDatabase(pool: Single): Database {
  disableJsonSerializer(pool)
  return lazyDatabase(pool.options, ([query, parameters], shape) =>
    runRepeatably(pool, { query, parameters, shape }).catch(recordOutage),
  )
}

/** Also accepts a plain driver, whose queries are not repeated. */
type Single = Pick<Pool, 'unsafe' | 'options'>

type ReadRequest = { query: Query[0]; parameters: Query[1]; shape: Shape }

const READ = /^\s*(select|with)\b/i

/**
 * Repeats a query whose connection was dead. It runs in a transaction that cannot write, so the first attempt, whose
 * outcome is unknown, did not write either.
 */
async function runRepeatably(pool: Single, request: ReadRequest): Promise<unknown> {
  try {
    return await sendRead(pool, request)
  } catch (error) {
    if (!READ.test(request.query) || !isConnectionBroken(error) || !canRepeat(pool)) throw error
    return askReadOnly(pool.fresh(), request).catch(() => {
      throw error
    })
  }
}

function canRepeat(pool: Single): pool is Pool {
  return 'fresh' in pool
}

async function askReadOnly(connection: Pick<Pool, 'unsafe'>, request: ReadRequest): Promise<unknown> {
  const begun = connection.unsafe('begin read only').simple().execute()
  const answer = sendRead(connection, request).execute()
  const ended = connection.unsafe('commit').simple().execute()
  const [isOpen, result] = await Promise.allSettled([begun, answer, ended])
  if (isOpen.status === 'rejected') throw isOpen.reason
  if (result.status === 'rejected') throw result.reason
  return result.value
}

function sendRead(connection: Pick<Pool, 'unsafe'>, { query, parameters, shape }: ReadRequest) {
  const statement = buildStatement(connection, query, parameters)
  if (shape === 'values') statement.values()
  return statement
}

/**
 * Takes a statement that was sent and that `work` does not wait for. If it fails, the transaction fails with its error.
 */
export type DeferStatement = (statement: Promise<unknown>) => void

/**
 * Runs `work` in one transaction. `setup` (trusted SQL) is sent in the same packet as BEGIN, and the first statement of
 * `work` without waiting for it. COMMIT is sent in the same packet as the statements that `work` defers.
 */
export async function inTransaction<T>(
  pool: Single,
  setup: string,
  work: (db: Database, leaveLast: DeferStatement) => Promise<T>,
): Promise<T> {
  const left: Promise<unknown>[] = []
  const leaveLast: DeferStatement = (statement) => {
    statement.catch(() => {})
    left.push(statement)
  }
  const { connection, begun } = await beginOn(transactionConnectionsOf(pool), setup).catch(recordOutage)
  let beginError: unknown
  begun.catch((error: unknown) => {
    beginError = error
  })
  const transact = async () => {
    const result = await work(databaseOver(preparing(connection, pool)), leaveLast)
    // After a failed statement Postgres turns COMMIT into ROLLBACK, so it need not wait for the answer to BEGIN.
    const ended = connection.end('commit')
    await Promise.allSettled([begun, ended])
    await begun
    const { command } = await ended
    if (command !== 'COMMIT') await Promise.all(left)
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it failed')
    return result
  }
  try {
    return await Promise.race([transact(), connection.lost])
  } catch (error) {
    if (!connection.isOver()) await Promise.race([connection.end('rollback'), connection.lost]).catch(() => {})
    // Statements after a failed BEGIN were refused for another reason.
    return recordOutage(beginError ?? error)
  } finally {
    connection.release()
  }
}

/**
 * Returns a connection after BEGIN was sent. If the connection is new or was idle, waits for the answer to BEGIN, and
 * replaces a dead connection, because nothing was done on it. Outside of a transaction the connection is read-only, so
 * statements after a failed BEGIN write nothing.
 */
async function beginOn(
  connections: TransactionConnections,
  setup: string,
): Promise<{ connection: TransactionConnection; begun: Promise<unknown> }> {
  const connection = await connections.take()
  const send = (text: string) => {
    const sent = connection.unsafe(text).simple().execute()
    sent.catch(() => {})
    return sent
  }
  // Sent as a statement of the session, because a pooler refuses it as a startup parameter.
  const guarded = connection.isProven() ? undefined : send('set default_transaction_read_only = on')
  const begun = send(`begin read write; ${setup}`)
  if (guarded === undefined) return { connection, begun }
  const deadline = connection.wasOpen ? setTimeout(connection.discard, PROOF_MS) : undefined
  try {
    await Promise.race([Promise.all([guarded, begun]), connection.lost])
    connection.prove()
    return { connection, begun }
  } catch (error) {
    if (!connection.isLost())
      await Promise.race([connection.unsafe('rollback').simple(), connection.lost]).catch(() => {})
    connection.release()
    if (!connection.wasOpen || !connection.isLost()) throw error
    return beginOn(connections, setup)
  } finally {
    clearTimeout(deadline)
  }
}
