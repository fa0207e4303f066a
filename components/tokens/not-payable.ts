import type { TokenView } from '@/server/tokens/contract'
import type { CouponView } from '@/server/tokens/payouts/contract'

const REASONS: Partial<Record<CouponView['status'], string>> = {
  PAYING: 'It is being paid',
  PAID: 'It was paid',
  CANCELED: 'It was canceled',
}

/** Why a coupon cannot be paid on a day (UTC, `YYYY-MM-DD`), for `disabledReason`; null where it can. What the chain recorded is due by its clock. */
export function notPayable({ status, payDate }: Pick<CouponView, 'status' | 'payDate'>, today: string): string | null {
  return REASONS[status] ?? (status === 'SCHEDULED' && today < payDate ? `It is due on ${payDate}` : null)
}

/** The same for the principal of a token. */
export function notPaidBack({ status, yieldParams }: Pick<TokenView, 'status' | 'yieldParams'>, today: string) {
  if (yieldParams === null) return 'It has no principal to pay back'
  const { maturityDate, callDate } = yieldParams
  if (status === 'MATURED' || today >= maturityDate || (callDate !== null && today >= callDate)) return null
  return callDate === null ? `It matures on ${maturityDate}` : `It may be called from ${callDate} on`
}
