import { type Connection, createConnection, type OpenDriver } from './connection'
import { connectionLost } from './connection-lost'
import type { Pool, PoolUsage } from './pool'

/** Connections for transactions. Each runs one transaction at a time, in the order of requests. */
export type TransactionConnections = {
  take: () => Promise<TransactionConnection>
  usage: () => Omit<PoolUsage, 'unanswered'>
  /** Closes connections that were idle for this time, except the next one to be used. */
  closeIdle: (idleMs: number) => void
  end: Pool['end']
}

export type TransactionConnection = {
  unsafe: Pool['unsafe']
  /** Rejects when the connection is lost. Later statements are refused, and queued ones never run. */
  lost: Promise<never>
  isLost: () => boolean
  /** Whether it was lost or ended. */
  isOver: () => boolean
  /**
   * False until a BEGIN was answered on the present connection, and after a pause. Then nothing may be sent before
   * BEGIN is answered.
   */
  isProven: () => boolean
  prove: () => void
  /** Whether the connection was open when it was taken. */
  wasOpen: boolean
  /** Ends a connection that does not answer. */
  discard: () => void
  /** Sends what ends the transaction; whatever would follow it on the connection is refused. */
  end: (how: 'commit' | 'rollback') => ReturnType<Pool['unsafe']>
  release: () => void
}

type Slot = { connection: Connection; provenAt: number | null; onLost: () => void }

/**
 * Each slot has a separate connection. The driver's `reserve` does not survive an outage: statements of a lost
 * connection hang or run later on another one, and failed reservations use up the connections that come back.
 */
export function createTransactionConnections(
  max: number,
  { open, provenForMs }: { open: OpenDriver; provenForMs: number },
): TransactionConnections {
  const slots: Slot[] = []
  const free: Slot[] = []
  const waiting: { startedAt: number; resolve: (slot: Slot) => void }[] = []
  const waited = { waits: 0, waitedMs: 0 }

  const nextSlot = async (): Promise<Slot> => {
    const idle = free.pop()
    if (idle) return idle
    if (max === 0) throw new Error('the pool has no connections for transactions')
    if (slots.length >= max) return waitForSlot()
    const onLost = () => {
      slot.provenAt = null
      slot.onLost()
    }
    const connection = createConnection(open, { onLost })
    const slot: Slot = { connection, provenAt: null, onLost: () => {} }
    slots.push(slot)
    return slot
  }
  const waitForSlot = async (): Promise<Slot> => {
    const startedAt = performance.now()
    waited.waits += 1
    const slot = await new Promise<Slot>((resolve) => waiting.push({ startedAt, resolve }))
    waited.waitedMs += performance.now() - startedAt
    return slot
  }
  const giveBack = (slot: Slot) => {
    const next = waiting.shift()
    if (next) next.resolve(slot)
    else free.push(slot)
  }
  return {
    take: async () => holdSlot(await nextSlot(), { giveBack, provenForMs }),
    usage: () => ({
      ...waited,
      open: slots.filter(({ connection }) => connection.isOpen()).length,
      taken: slots.length - free.length,
      waiting: waiting.length,
      longestWaitMs: waiting[0] ? performance.now() - waiting[0].startedAt : 0,
    }),
    closeIdle: (idleMs) => {
      for (const { connection } of free.slice(0, -1)) connection.closeIdle(idleMs)
    },
    end: async (options) => {
      await Promise.all(slots.map(({ connection }) => connection.end(options)))
    },
  }
}

function holdSlot(slot: Slot, on: { giveBack: (slot: Slot) => void; provenForMs: number }): TransactionConnection {
  const { connection } = slot
  let over: Error | null = null
  let reject: (error: Error) => void = () => {}
  const lost = new Promise<never>((_, refuse) => {
    reject = refuse
  })
  lost.catch(() => {})
  let isLost = false
  slot.onLost = () => {
    isLost = true
    over = connectionLost()
    reject(over)
  }
  const unsafe = (...query: Parameters<Pool['unsafe']>) => {
    if (over) throw over
    return connection.unsafe(...query)
  }
  return {
    unsafe: unsafe as Pool['unsafe'], // the generic call signature cannot be written as an arrow
    lost,
    isLost: () => isLost,
    isOver: () => over !== null,
    isProven: () => slot.provenAt !== null && performance.now() - slot.provenAt < on.provenForMs,
    prove() {
      if (!isLost) slot.provenAt = performance.now()
    },
    wasOpen: connection.isOpen(),
    discard: () => connection.discard(),
    end(how) {
      if (over) throw over
      over = new Error('the transaction is over')
      return connection.unsafe(how).simple().execute()
    },
    release() {
      slot.onLost = () => {}
      if (slot.provenAt !== null) slot.provenAt = performance.now()
      over ??= new Error('the transaction is over')
      on.giveBack(slot)
    },
  }
}
