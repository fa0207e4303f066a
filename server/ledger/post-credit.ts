import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { postJournal } from './post-journals'

type Credit = { businessId: string; micros: bigint; reason: string; createdBy: string }

/** Dollars came in: `funding` to `available`. Returns the journal's id. Who may do so is the caller's to know. */
export async function postCredit(db: Database, { micros, ...about }: Credit): Promise<string> {
  if (micros <= 0n) throw new Error('a credit is more than nothing')
  const { businessId } = about
  const journal = { ...about, id: newId(), kind: 'credit', reference: null } as const
  const legs = [
    { businessId, currency: 'USD', kind: 'available', units: micros },
    { businessId, currency: 'USD', kind: 'funding', units: -micros },
  ] as const
  const posted = await postJournal(db, { journal, legs: [...legs] })
  if (!posted.isCovered) throw new Error('a credit was refused')
  return journal.id
}
