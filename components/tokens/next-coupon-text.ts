import type { CouponView } from '@/schemas/tokens/payouts/contract'
import { formatAmount, parseUnits } from '@/server/money/amount'
import { displayAmount } from '@/server/money/display-amount'
import { formatDay } from '@/server/text/format-day'

/** More decimals than any token has. */
const DECIMALS = 36

type Held = {
  /** Tokens in circulation, as a decimal. */
  supply: string
  /** Symbol of the token that coupons are paid in; null if it is not known. */
  unit: string | null
}

/** The due date of the next coupon, and the amount that the paying wallet needs. */
export function nextText({ payDate, amountPerToken }: CouponView, { supply, unit }: Held): string {
  const due = `The next one is due on ${formatDay(payDate)}`
  const [each, tokens] = [parseUnits(amountPerToken, DECIMALS), parseUnits(supply, DECIMALS)]
  if (!('units' in each) || !('units' in tokens)) return `${due}.`
  const total = displayAmount(formatAmount(each.units * tokens.units, 2 * DECIMALS))
  return `${due}. With today's supply it takes about ${total} ${unit ?? 'payment tokens'}, which the token admin has to hold.`
}
