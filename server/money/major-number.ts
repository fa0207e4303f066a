import { formatAmount } from './amount'

/** Units as a number in major units, for fields the contract types so. Shown, never computed with. */
export function majorNumber(units: bigint, decimals: number): number {
  return Number(formatAmount(units, decimals))
}

const DECIMALS = 12
const RATE_SCALE = 100_000_000n

/** USD per 1 NGN to twelve decimals, for display: charges are calculated from the stored rate. */
export function usdPerNgn(ngnPerUsdE8: bigint): number {
  return majorNumber((RATE_SCALE * 10n ** BigInt(DECIMALS)) / ngnPerUsdE8, DECIMALS)
}
