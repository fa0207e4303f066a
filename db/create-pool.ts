import { type Connection, createConnection, type OpenDriver } from './connection'
import { createTransactionConnections, type TransactionConnections } from './create-transaction-connections'
import { openDriver, type SocketTarget } from './driver-insides'
import { listenOn } from './listen-on'
import { oncePerProcess } from './once-per-process'
import { openGatheringSocket } from './open-gathering-socket'
import { readTls } from './open-secure-socket'
import type { Pool } from './pool'

// The pools belong to the process, so their state does too: a bundled process has two copies of this module.
const connectionsOfPools = oncePerProcess(
  'transaction-connections',
  () => new WeakMap<object, TransactionConnections>(),
)

/** The connections for transactions of a pool that was made here. */
export function transactionConnectionsOf(pool: object): TransactionConnections {
  const connections = connectionsOfPools.get(pool)
  if (!connections) throw new Error('transactions need a pool of createPool')
  return connections
}

const PROVEN_FOR_MS = 5_000
/**
 * A process of Postgres keeps the plans of all that its connection ever ran, often 10 MB and more. Connections that a
 * burst opened are closed again.
 */
const IDLE_MS = 30_000
const CLOSE_IDLE_EVERY_MS = 10_000

type PoolOptions = {
  /** Connections for single statements, and for transactions. */
  statements: number
  transactions: number
  name: string
  /**
   * Sends the next statement however many are in flight, because its user writes whole packets. Its connection is
   * closed as well once it is idle, if `isKept` does not say otherwise.
   */
  isPipe?: boolean
  isKept?: boolean
  /** The time after its last answer for which a connection counts as alive; after that BEGIN is awaited. */
  provenForMs?: number
  /** The time after which an unused connection is closed; one of each kind stays open. */
  idleMs?: number
  closeIdleEveryMs?: number
  /** The clock by which a connection for single statements is idle, in milliseconds. */
  now?: () => number
}

/** A pool of connections for one role, opened as they are needed; each channel that is listened to takes one more. */
export function createPool(url: string, options: PoolOptions): Pool {
  const tls = readTls(url)
  const open = (onclose: () => void, onSocketClosed: () => void = () => {}) => {
    return openDriver(url, {
      name: options.name,
      onclose,
      openSocket: async (target: SocketTarget) => {
        const socket = await openGatheringSocket(target, tls)
        return socket.once('close', onSocketClosed)
      },
      // Past its limit the driver would part a packet's statements.
      maxPipeline: options.isPipe ? 1_000_000 : 100,
    })
  }
  const singles = createSingles(options.statements, open, {
    kept: options.isPipe && !options.isKept ? 0 : 1,
    now: options.now,
  })
  const forTransactions = createTransactionConnections(options.transactions, {
    open,
    provenForMs: options.provenForMs ?? PROVEN_FOR_MS,
  })
  const closeIdle = () => {
    for (const connections of [singles, forTransactions]) connections.closeIdle(options.idleMs ?? IDLE_MS)
  }
  const closing = setInterval(closeIdle, options.closeIdleEveryMs ?? CLOSE_IDLE_EVERY_MS).unref()
  const listeners: { end: () => Promise<void> }[] = []
  const pool: Pool = {
    unsafe: singles.unsafe,
    fresh: singles.fresh,
    // The options of a driver that never connects: only its parsers are used.
    options: open(() => {}).options,
    usage: () => ({ ...forTransactions.usage(), unanswered: singles.unanswered() }),
    notify: async (channel, text) => {
      await singles.unsafe('select pg_notify($1, $2)', [channel, text])
    },
    listen: async (channel, onNotify, onListening = () => {}) => {
      const opening = (onSocketClosed: () => void) => open(() => {}, onSocketClosed)
      const listener = await listenOn(opening, { channel, onNotify, onListening })
      listeners.push(listener)
      return listener.end
    },
    end: async (how) => {
      clearInterval(closing)
      await Promise.all([singles.end(how), forTransactions.end(how), ...listeners.map((listener) => listener.end())])
    },
  }
  connectionsOfPools.set(pool, forTransactions)
  return pool
}

type Singles = Pick<Pool, 'unsafe' | 'fresh' | 'end'> &
  Pick<TransactionConnections, 'closeIdle'> & { unanswered: () => number }

/**
 * Connections for single statements; each statement uses the one with the fewest in flight. `kept` of them are never
 * closed when idle.
 */
function createSingles(max: number, open: OpenDriver, { kept, now }: { kept: number; now?: () => number }): Singles {
  const connections: Connection[] = []
  let room = max
  const next = (): Connection => {
    if (room === 0) throw new Error('the pool has no connections for single statements')
    const idle = connections.find((connection) => connection.waiting() === 0)
    if (idle) return idle
    if (connections.length >= room) return leastWaiting(connections)
    const added = createConnection(open, { now })
    connections.push(added)
    return added
  }
  const unsafe = (...query: Parameters<Pool['unsafe']>) => next().unsafe(...query)
  return {
    unsafe: unsafe as Pool['unsafe'], // the generic call signature cannot be written as an arrow
    fresh: () => {
      const closed = connections.filter((connection) => !connection.isOpen())
      if (closed.length > 0) return leastWaiting(closed)
      const connection = next()
      // It was open before the other one broke, and may be as dead.
      if (connection.waiting() === 0) connection.discard()
      return connection
    },
    // The first one is taken first.
    closeIdle: (idleMs) => {
      for (const connection of connections.slice(kept)) connection.closeIdle(idleMs)
    },
    unanswered: () => connections.reduce((total, connection) => total + connection.waiting(), 0),
    end: async (how) => {
      // No other is made, so that later statements are refused.
      if (connections.length === 0 && room > 0) connections.push(createConnection(open))
      room = connections.length
      await Promise.all(connections.map((connection) => connection.end(how)))
    },
  }
}

function leastWaiting(connections: readonly Connection[]): Connection {
  return connections.reduce((best, one) => (one.waiting() < best.waiting() ? one : best))
}
