import { majorNumber, usdPerNgn } from '@/server/money/major-number'
import { formatUsd } from '@/server/money/usd'
import type { PaymentPurpose } from '@/server/payments/words'
import type { QuoteView } from './contract'
import type { Priced } from './price-wish'

const KOBO = 2

export function toQuoteView(purpose: PaymentPurpose, priced: Priced, expiryAt: Date): QuoteView {
  const payable = priced.kind === 'payable' ? priced : null
  const period = priced.kind === 'payable' ? priced.quote.period : priced.period
  return {
    purpose,
    amountNgn: majorNumber(payable?.quote.amountMinor ?? 0n, KOBO),
    amountUsd: formatUsd(payable?.quote.amountUsdMicros ?? 0n),
    creditNgn: majorNumber(payable?.quote.creditMinor ?? 0n, KOBO),
    fxRate: payable ? usdPerNgn(payable.rate.ngnPerUsdE8) : 0,
    expiryAt: expiryAt.toISOString(),
    periodStart: period?.start.toISOString() ?? null,
    periodEnd: period?.end.toISOString() ?? null,
  }
}
