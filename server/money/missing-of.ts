import { formatAmount, parseUnits } from './amount'
import { exactAmount } from './display-amount'
import type { Shortfall } from './shortfall'

/** The maximum number of decimals of any asset. */
const DECIMALS = 36

/** The amount to add, for display: `4,987.5 cNGN`. Null if the figures cannot be read. */
export function missingOf({ unit, needed, available }: Shortfall): string | null {
  const [neededUnits, availableUnits] = [parseUnits(needed, DECIMALS), parseUnits(available, DECIMALS)]
  if (!('units' in neededUnits) || !('units' in availableUnits) || neededUnits.units <= availableUnits.units)
    return null
  return `${exactAmount(formatAmount(neededUnits.units - availableUnits.units, DECIMALS), unit)} ${unit}`
}
