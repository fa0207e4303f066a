import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import type { Currency } from '@/db/schema'
import type { Journal, Reference } from './journal'
import { type Posted, type Posting, postJournal } from './post-journal'

/** For what, whose and how much money is put aside. */
export type Hold = Pick<Journal, 'businessId' | 'reason' | 'createdBy'> & {
  reference: Reference
  currency: Currency
  units: bigint
}

/**
 * Puts money aside for a reference: `available` to `reserved`. Not covered, and nothing changed, where the balance is
 * short; throws where something is or was held for that reference. Locks the business's ledger until commit.
 */
export function hold(db: Database, wanted: Hold): Promise<Posted> {
  return postJournal(db, holdJournal(wanted))
}

/** The journal of a hold, for a statement that posts it with what it is for. */
export function holdJournal({ currency, units, ...about }: Hold): Posting {
  if (units <= 0n) throw new Error('a hold is more than nothing')
  const { businessId } = about
  return {
    journal: { ...about, id: newId(), kind: 'hold' },
    legs: [
      { businessId, currency, kind: 'available', units: -units },
      { businessId, currency, kind: 'reserved', units },
    ],
  }
}
