import type { PaymentDetail } from '@/schemas/payments/contract'
import { formatAmount, parseUnits } from '@/server/money/amount'

const KOBO = 2

type Paid = Pick<PaymentDetail, 'status' | 'exceptions' | 'receivedNgn' | 'amountNgn'>

/** The amount in naira that a complete payment received above its price; null if none. */
export function surplusOf({ status, exceptions, receivedNgn, amountNgn }: Paid): string | null {
  if (status !== 'SUCCESS' || !exceptions.includes('OVERPAID')) return null
  const [received, price] = [parseUnits(receivedNgn, KOBO), parseUnits(amountNgn, KOBO)]
  if (!('units' in received) || !('units' in price) || received.units <= price.units) return null
  return formatAmount(received.units - price.units, KOBO)
}
