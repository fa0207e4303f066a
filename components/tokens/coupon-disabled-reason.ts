import type { TokenView } from '@/schemas/tokens/contract'
import type { CouponView } from '@/schemas/tokens/payouts/contract'
import { formatDay } from '@/server/text/format-day'
import { chainTypeOf } from './chain-type-of'

const DONE: Partial<Record<CouponView['status'], string>> = {
  PAID: 'The coupon is paid',
  CANCELED: 'The coupon was canceled',
}

/**
 * The reason why a coupon cannot be paid on a day (UTC, `YYYY-MM-DD`), for `disabledReason`; null if it can. A record
 * on the chain is due by the chain's clock, and an interrupted payment continues.
 */
export function couponDisabledReason(
  { status, payDate }: Pick<CouponView, 'status' | 'payDate'>,
  today: string,
): string | null {
  return (
    DONE[status] ?? (status === 'SCHEDULED' && today < payDate ? `The coupon is due on ${formatDay(payDate)}` : null)
  )
}

type Principal = {
  chain: TokenView['chain']
  status: TokenView['status']
  yieldParams: Pick<NonNullable<TokenView['yieldParams']>, 'maturityDate' | 'callDate'> | null
}

/** The reason why the principal of a token cannot be paid back. */
export function redemptionDisabledReason({ chain, status, yieldParams }: Principal, today: string): string | null {
  if (yieldParams === null) return 'The token has no principal to redeem'
  if (chainTypeOf({ chain }) === 'SOLANA') return 'Tokens on Solana cannot be redeemed here'
  const { maturityDate, callDate } = yieldParams
  if (
    status === 'MATURED' ||
    status === 'REDEEMING' ||
    today >= maturityDate ||
    (callDate !== null && today >= callDate)
  )
    return null
  return callDate === null
    ? `The token matures on ${formatDay(maturityDate)}`
    : `You can call the token from ${formatDay(callDate)} on`
}
