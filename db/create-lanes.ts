import type { Pool } from './client'

/** Connections for transactions: one at a time each, in the order asked for. */
export type Lanes = {
  take: () => Promise<Lane>
  end: Pool['end']
}

export type Lane = {
  unsafe: Pool['unsafe']
  /** Rejects when the connection is lost; what follows is refused, and nothing that waits is ever run. */
  lost: Promise<never>
  isLost: () => boolean
  /** False until a BEGIN came through on the present connection: then nothing may follow one unseen. */
  isProven: () => boolean
  prove: () => void
  release: () => void
}

type Slot = { pool: Pool; isProven: boolean; onLost: () => void }

/** Carries the driver's own code, by which callers know a database that is out of reach. */
function connectionLost(): Error {
  return Object.assign(new Error('the connection to Postgres was lost'), { code: 'CONNECTION_CLOSED' })
}

/**
 * Each lane is a pool of one. The driver's `reserve` does not outlive an outage: statements of a lost connection wait for ever or run
 * later on another one, and reservations that failed eat the connections that come back.
 */
export function createLanes(max: number, open: (onclose: () => void) => Pool): Lanes {
  const slots: Slot[] = []
  const free: Slot[] = []
  const waiting: ((slot: Slot) => void)[] = []

  const nextSlot = async (): Promise<Slot> => {
    const known = free.pop()
    if (known) return known
    if (slots.length >= max) return new Promise((resolve) => waiting.push(resolve))
    const onclose = () => {
      slot.isProven = false
      slot.onLost()
    }
    const slot: Slot = { pool: open(onclose), isProven: false, onLost: () => {} }
    slots.push(slot)
    return slot
  }
  const giveBack = (slot: Slot) => {
    const next = waiting.shift()
    if (next) next(slot)
    else free.push(slot)
  }
  return {
    take: async () => holdSlot(await nextSlot(), giveBack),
    end: async (options) => {
      await Promise.all(slots.map(({ pool }) => pool.end(options)))
    },
  }
}

function holdSlot(slot: Slot, giveBack: (slot: Slot) => void): Lane {
  const statements = new Set<{ cancel: () => void }>()
  let over: Error | null = null
  let reject: (error: Error) => void = () => {}
  const lost = new Promise<never>((_, refuse) => {
    reject = refuse
  })
  lost.catch(() => {})
  let isLost = false
  slot.onLost = () => {
    isLost = true
    over ??= connectionLost()
    reject(over)
    // The driver would run what still waits as soon as it has a new connection, and without the BEGIN.
    for (const statement of statements) statement.cancel()
  }
  const unsafe = (...asked: Parameters<Pool['unsafe']>) => {
    if (over) throw over
    const statement = slot.pool.unsafe(...asked)
    statements.add(statement)
    return statement
  }
  return {
    unsafe: unsafe as Pool['unsafe'], // the generic call signature cannot be written as an arrow
    lost,
    isLost: () => isLost,
    isProven: () => slot.isProven,
    prove() {
      slot.isProven = !isLost
    },
    release() {
      slot.onLost = () => {}
      over ??= new Error('the transaction is over')
      statements.clear()
      giveBack(slot)
    },
  }
}
