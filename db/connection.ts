import type postgres from 'postgres'
import { isUnsent, observeStatement } from './driver-insides'

type Driver = postgres.Sql
type Unsafe = Driver['unsafe']

/**
 * One connection to Postgres, opened when something is sent and opened again when something is sent after it was lost.
 */
export type Connection = {
  unsafe: Unsafe
  /** The number of statements without an answer. */
  waiting: () => number
  /** Whether an answer arrived on the present connection. */
  isOpen: () => boolean
  /** Gives the connection up as lost. */
  discard: () => void
  /** Closes the connection after it was idle for this time. */
  closeIdle: (idleMs: number) => void
  end: Driver['end']
}

/** Opens a driver with one connection and calls back when the connection closes. */
export type OpenDriver = (onclose: () => void) => Driver

/**
 * A driver whose connection was lost is dropped. It keeps the half of a message that it had not sent, and never sends
 * the start of the next connection, so that what waits there times out.
 */
export function createConnection(
  open: OpenDriver,
  { onLost = () => {}, now = () => performance.now() }: { onLost?: () => void; now?: () => number } = {},
): Connection {
  const waiting = new Set<ReturnType<Unsafe>>()
  let driver: Driver | null = null
  let isOpen = false
  let isEnded = false
  let usedAt = 0

  const lose = (lost: Driver) => {
    if (driver !== lost) return
    // A closed connection is kept, and refuses statements.
    if (!isEnded) driver = null
    isOpen = false
    onLost()
    // Never sent, and on another connection it would run outside of its transaction. The driver notified the others.
    for (const statement of waiting) if (isUnsent(statement)) statement.cancel()
    lost.end({ timeout: 0 }).catch(() => {})
  }
  const present = (): Driver => {
    if (driver) return driver
    const opened: Driver = open(() => lose(opened))
    driver = opened
    return opened
  }
  const unsafe = (...query: Parameters<Unsafe>) => {
    const on = present()
    usedAt = now()
    const statement = on.unsafe(...query)
    waiting.add(statement)
    observeStatement(
      statement,
      () => {
        waiting.delete(statement)
        if (driver === on) isOpen = true
      },
      () => waiting.delete(statement),
    )
    return statement
  }
  return {
    unsafe: unsafe as Unsafe, // the generic call signature cannot be written as an arrow
    waiting: () => waiting.size,
    isOpen: () => isOpen,
    discard: () => {
      if (driver) lose(driver)
    },
    closeIdle: (idleMs) => {
      if (driver && !isEnded && waiting.size === 0 && now() - usedAt > idleMs) lose(driver)
    },
    end: async (options) => {
      const last = present()
      isEnded = true
      await last.end(options)
    },
  }
}
