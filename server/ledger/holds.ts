import { newId } from '@/db/new-id'
import type { Currency } from '@/db/schema'
import { type Account, type Journal, ownerOf, type Reference, toRow } from './journal'
import type { Posting } from './post-journals'

/** The reference, the owner and the amount of a hold. */
export type Hold = Pick<Journal, 'businessId' | 'reason' | 'createdBy'> & {
  reference: Reference
  currency: Currency
  units: bigint
}

/**
 * The journal that puts money aside for a reference: `available` to `reserved`. It is not covered where the balance is
 * short, and fails where something is or was held for that reference.
 */
export function holdJournal({ currency, units, ...about }: Hold): Posting {
  if (units <= 0n) throw new Error('a hold must be positive')
  const { businessId } = about
  return {
    journal: { ...about, id: newId(), kind: 'hold' },
    legs: [
      { businessId, currency, kind: 'available', units: -units },
      { businessId, currency, kind: 'reserved', units },
    ],
  }
}

/** A hold that is raised to `units`, as `raise_holds` of db/ledger.sql reads it. */
export function toRaise({ currency, units, ...about }: Hold) {
  return { ...toRow({ ...about, id: newId(), kind: 'raise' }), currency, toUnits: units.toString() }
}

/**
 * If the amount is not covered, nothing changed, and `availableMicros` is the amount that could have been held or
 * reserved.
 */
export type RaiseResult = { isCovered: true } | { isCovered: false; availableMicros: bigint }

/** A hold that ends: `units` of it, at most the held amount, are charged into `to`. */
export type Settlement = Omit<Hold, 'currency'> & { to: Account }

/** A hold that ends, as `end_holds` of db/ledger.sql reads it. */
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
