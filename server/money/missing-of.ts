import { formatAmount, parseUnits } from './amount'
import { exactAmount } from './display-amount'
import type { Shortfall } from './shortfall'

/** More decimals than any asset has. */
const DECIMALS = 36

/** What has to be added, as people read it: `4,987.5 cNGN`. Null where the figures cannot be read. */
export function missingOf({ unit, needed, available }: Shortfall): string | null {
  const [wanted, there] = [parseUnits(needed, DECIMALS), parseUnits(available, DECIMALS)]
  if (!('units' in wanted) || !('units' in there) || wanted.units <= there.units) return null
  return `${exactAmount(formatAmount(wanted.units - there.units, DECIMALS), unit)} ${unit}`
}
