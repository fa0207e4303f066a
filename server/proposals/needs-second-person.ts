import type { Currency } from '@/db/schema'
import { SECOND_PERSON_ABOVE_MINOR } from '@/schemas/proposals/words'

/** Whether an amount needs two people: tokens always do, because their value is not known here. */
export function needsSecondPerson({ currency, units }: { currency: Currency; units: bigint }): boolean {
  return isAboveLimit(currency === 'NGN' ? units : null)
}

/** The one limit of every change by hand, in kobo; null: its value is unknown. */
export function isAboveLimit(valueMinor: bigint | null): boolean {
  return valueMinor === null || valueMinor > SECOND_PERSON_ABOVE_MINOR
}
