import type { QuotePreview, QuoteView } from '@/schemas/payments/quotes/contract'
import type { PaymentPurpose } from '@/schemas/payments/words'
import { formatAmount } from '@/server/money/amount'
import { majorNumber, usdPerNgn } from '@/server/money/major-number'
import { formatUsd } from '@/server/money/usd'
import type { PricedRequest } from './price-request'

const KOBO = 2
const RATE_DECIMALS = 8

export function toQuoteView(purpose: PaymentPurpose, priced: PricedRequest, expiryAt: Date): QuoteView {
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

/** The quote as the portal shows it. */
export function toQuotePreview(priced: PricedRequest): QuotePreview {
  const payable = priced.kind === 'payable' ? priced : null
  const { quote } = payable ?? {}
  const period = priced.kind === 'payable' ? priced.quote.period : priced.period
  return {
    change: quote?.change ?? null,
    fullPriceNgn: formatAmount((quote?.amountMinor ?? 0n) + (quote?.creditMinor ?? 0n), KOBO),
    creditNgn: formatAmount(quote?.creditMinor ?? 0n, KOBO),
    amountNgn: formatAmount(quote?.amountMinor ?? 0n, KOBO),
    amountUsd: formatUsd(quote?.amountUsdMicros ?? 0n),
    ngnPerUsd: payable ? formatAmount(payable.rate.ngnPerUsdE8, RATE_DECIMALS) : null,
    periodStart: period?.start.toISOString() ?? null,
    periodEnd: period?.end.toISOString() ?? null,
  }
}
