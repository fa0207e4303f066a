import type { Database } from '@/db/client'
import { arrivalsDue, sweepRulesDue, webhooksDue } from '@/inngest/events'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { markFullyWatched, recordArrivals, revertArrivals } from '@/server/handlers/payments/deposits-changed'
import { enqueueDepositWallets } from '@/server/handlers/sweeps/enqueue-wallets'
import { wake } from '@/server/waking/wake'
import { publishDepositEvents } from './publish-deposit-events'

type DepositHandler = (db: Database, ids: readonly string[], now: Date) => Promise<number>

/**
 * Consumers that are notified of changes of deposits, in the same transaction. Each returns how much work it has after
 * the commit.
 */
type DepositListener = {
  confirmed: DepositHandler
  reverted: DepositHandler
  /** The chain is read to its head, and all final deposits on it are confirmed. */
  atHead: (ctx: WorkerCtx, chain: Chain) => Promise<void>
  wake: () => void
}

export const DEPOSIT_LISTENERS: readonly DepositListener[] = [
  {
    confirmed: publishConfirmed,
    reverted: (db, ids, now) => publishDepositEvents(db, { kind: 'wallet.deposit.reverted', ids }, now),
    atHead: async () => {},
    wake: () => wake(webhooksDue, {}),
  },
  {
    confirmed: recordArrivals,
    reverted: revertArrivals,
    atHead: markFullyWatched,
    wake: () => wake(arrivalsDue, {}),
  },
  {
    confirmed: enqueueDepositWallets,
    // A deposit that left its chain is not in the balance that a rule reads.
    reverted: async () => 0,
    atHead: async () => {},
    wake: () => wake(sweepRulesDue, {}),
  },
]

async function publishConfirmed(db: Database, ids: readonly string[], now: Date): Promise<number> {
  const confirmed = await publishDepositEvents(db, { kind: 'wallet.deposit.confirmed', ids }, now)
  return confirmed + (await publishDepositEvents(db, { kind: 'wallet.deposit.screened', ids }, now))
}

/** The amount of work that each listener has, in the order of the listeners. */
export type ListenerCounts = readonly number[]

export async function notifyListeners(ask: (listener: DepositListener) => Promise<number>): Promise<ListenerCounts> {
  const counts: number[] = []
  for (const listener of DEPOSIT_LISTENERS) counts.push(await ask(listener))
  return counts
}

export function sumCounts(all: readonly ListenerCounts[]): ListenerCounts {
  return DEPOSIT_LISTENERS.map((_, n) => all.reduce((sum, counts) => sum + (counts[n] ?? 0), 0))
}

/** Wakes the listeners that have work; call it after the commit. */
export function wakeListeners(counts: ListenerCounts): void {
  for (const [n, listener] of DEPOSIT_LISTENERS.entries()) if ((counts[n] ?? 0) > 0) listener.wake()
}
