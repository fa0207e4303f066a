import type { Database } from '@/db/client'
import { arrivalsWoken, webhooksWoken } from '@/inngest/events'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { noteArrivals, noteWatched, revertArrivals } from '@/server/handlers/payments/deposits-changed'
import { wake } from '@/server/waking/wake'
import { tellDeposits } from './tell-deposits'

type Hearing = (db: Database, ids: readonly string[], now: Date) => Promise<number>

/** Who is told what becomes of deposits, in the transaction in which it does; each answers how much there is to do behind the commit. */
type DepositListener = {
  confirmed: Hearing
  reverted: Hearing
  /** All of a chain up to its head is read, and what is final there is confirmed. */
  atHead: (ctx: WorkerCtx, chain: Chain) => Promise<void>
  wake: () => void
}

export const DEPOSIT_LISTENERS: readonly DepositListener[] = [
  {
    confirmed: (db, ids, now) => tellDeposits(db, { kind: 'wallet.deposit.confirmed', ids }, now),
    reverted: (db, ids, now) => tellDeposits(db, { kind: 'wallet.deposit.reverted', ids }, now),
    atHead: async () => {},
    wake: () => wake(webhooksWoken, {}),
  },
  {
    confirmed: noteArrivals,
    reverted: revertArrivals,
    atHead: noteWatched,
    wake: () => wake(arrivalsWoken, {}),
  },
]

/** What each listener has to do, in their order. */
export type Heard = readonly number[]

export async function hear(ask: (listener: DepositListener) => Promise<number>): Promise<Heard> {
  const heard: number[] = []
  for (const listener of DEPOSIT_LISTENERS) heard.push(await ask(listener))
  return heard
}

export function sumHeard(all: readonly Heard[]): Heard {
  return DEPOSIT_LISTENERS.map((_, n) => all.reduce((sum, heard) => sum + (heard[n] ?? 0), 0))
}

/** Wakes those that have something to do; call it behind the commit. */
export function wakeListeners(heard: Heard): void {
  for (const [n, listener] of DEPOSIT_LISTENERS.entries()) if ((heard[n] ?? 0) > 0) listener.wake()
}
