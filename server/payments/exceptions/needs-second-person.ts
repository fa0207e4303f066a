import type { Currency } from '@/db/schema'
import { SECOND_PERSON_ABOVE_MINOR } from './contract'

/** Whether so much money takes two people: tokens always do, since nobody here says what they are worth. */
export function needsSecondPerson({ currency, units }: { currency: Currency; units: bigint }): boolean {
  return currency !== 'NGN' || units > SECOND_PERSON_ABOVE_MINOR
}
