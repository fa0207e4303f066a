import type { Currency } from '@/db/schema'
import { SECOND_PERSON_ABOVE_MINOR } from '@/schemas/proposals/words'

/** Whether so much money takes two people: tokens always do, since nobody here says what they are worth. */
export function needsSecondPerson({ currency, units }: { currency: Currency; units: bigint }): boolean {
  return isAboveLimit(currency === 'NGN' ? units : null)
}

/** The one limit of every act by hand, in kobo; null: nobody can say what it is worth. */
export function isAboveLimit(valueMinor: bigint | null): boolean {
  return valueMinor === null || valueMinor > SECOND_PERSON_ABOVE_MINOR
}
