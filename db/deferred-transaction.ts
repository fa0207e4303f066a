import {
  type Client,
  clientOf,
  type Database,
  databaseOver,
  inTransaction,
  lazyDatabase,
  type Query,
  statementOn,
} from './client'
import { noteOutage } from './outage'
import { type Pipes, takePipe } from './pipes'
import type { Pool } from './pool'

/** A statement of a transaction, run with the transaction's handle: on its way when the call returns (`execute()`, not a lazy query). */
export type Statement = (db: Database) => Promise<unknown>
/** Takes a statement whose answer nobody waits for before the transaction ends. Where it fails, the transaction does. */
export type Send = (statement: Statement) => void

/**
 * A transaction that takes a connection of its own only when `work` asks the database something. Work that merely sends leaves as one
 * packet (BEGIN with `setup`, the statements, COMMIT) on a connection shared with others: one round trip, and Postgres is woken once
 * for all that comes at the same time. `setup` (trusted SQL) must set what row-level security asks for: it is the fence that keeps a
 * statement which got out of its place, after an outage, from doing anything.
 */
export async function inDeferredTransaction<T>(
  { pool, pipes }: { pool: Pool; pipes: Pipes },
  setup: string,
  work: (db: Database, send: Send) => Promise<T>,
): Promise<T> {
  const waiting: Statement[] = []
  const own = prepareOwn(pool, setup, waiting)
  const result = await Promise.race([work(own.db, own.send), own.lost]).catch(own.undo)
  await own.commit()
  if (waiting.length > 0) await sendPacket(pipes, setup, waiting)
  return result
}

type Opened = { db: Database; send: (statement: Promise<unknown>) => void }

/** The connection of its own, taken at the first question. What was sent before then goes out first. */
function prepareOwn(pool: Pool, setup: string, waiting: Statement[]) {
  const worked = deferred<void>()
  const asked = deferred<Opened>()
  const lost = deferred<never>()
  let opened: Opened | null = null
  let done: Promise<void> | null = null
  const open = () => {
    done ??= inTransaction(pool, setup, async (db, send) => {
      opened = { db, send }
      for (const statement of waiting.splice(0)) send(statement(db))
      asked.resolve(opened)
      await worked.promise
    })
    done.catch((error) => {
      asked.reject(error)
      lost.reject(error)
    })
    return asked.promise
  }
  return {
    db: lazyDatabase(pool.options, async (query, shape) => {
      const statement = clientOf((await open()).db).unsafe(...query)
      return shape === 'values' ? statement.values() : statement
    }),
    send: (statement: Statement) => {
      if (opened) opened.send(statement(opened.db))
      else waiting.push(statement)
    },
    lost: lost.promise,
    commit: async () => {
      worked.resolve()
      await done
    },
    undo: async (error: unknown): Promise<never> => {
      worked.reject(error)
      await done?.catch(() => {})
      throw error
    },
  }
}

async function sendPacket(pipes: Pipes, setup: string, statements: Statement[]): Promise<void> {
  const { pool, release } = takePipe(pipes)
  const handed = { count: 0 }
  const db = databaseOver(handingOver(pool, handed))
  const begun = pool.unsafe(`begin; ${setup}`).simple().execute()
  // Async: one that throws must not leave the connection inside a transaction.
  const sent = statements.map(async (statement) => statement(db))
  // After a failed statement Postgres turns COMMIT into ROLLBACK; of one that never reached it, it knows nothing.
  const isWhole = handed.count === statements.length
  const ended = pool
    .unsafe(isWhole ? 'commit' : 'rollback')
    .simple()
    .execute()
  const outcomes = await Promise.allSettled([begun, ...sent, ended])
  release()
  for (const outcome of outcomes) if (outcome.status === 'rejected') noteOutage(outcome.reason)
  if (!isWhole) throw new Error('a statement of a packet was not sent at once')
}

/** Sends statements through the pipe and counts those that went. */
function handingOver(pool: Pool, handed: { count: number }): Client {
  const unsafe = (...[query, parameters]: Query) => {
    const statement = statementOn(pool, query, parameters)
    statement.execute()
    handed.count += 1
    return statement
  }
  return { unsafe, options: pool.options } as unknown as Client // the generic call signature cannot be written as an arrow
}

/** A promise nobody need listen to. */
function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil
    reject = refuse
  })
  promise.catch(() => {})
  return { promise, resolve, reject }
}
