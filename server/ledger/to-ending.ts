import { newId } from '@/db/new-id'
import type { Hold } from './hold'
import { type Account, ownerOf, toRow } from './journal'

/** A hold that ends: `units` of it are charged, at most what is held, into `to`. */
export type Settlement = Omit<Hold, 'currency'> & { to: Account }

/** As `end_holds` of db/ledger.sql reads it. */
export function toEnding({ units, to, ...about }: Settlement) {
  if (units < 0n) throw new Error('a charge cannot be negative')
  return {
    ...toRow({ ...about, id: newId(), kind: 'settle' }),
    currency: to.currency,
    chargeUnits: units.toString(),
    toBusinessId: ownerOf(to),
    toKind: to.kind,
  }
}
