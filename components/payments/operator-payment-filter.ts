import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsId } from '@/components/filters/parse-as-id'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { parsePeriodEnd } from '@/components/filters/parse-period-end'
import {
  PAYMENT_EXCEPTIONS,
  PAYMENT_STATES,
  type PaymentException,
  type PaymentStatus,
  REFUND_STATES,
} from '@/schemas/payments/words'

const PROVIDERS = ['monnify', 'paystack', 'flutterwave', 'cngn', 'sandbox', 'chain', 'balance'] as const

/** The tab and filters of the operator's payment pages, in the URL. */
export const operatorPaymentFilter = {
  tab: parseAsStringLiteral(['payments', 'refunds']).withDefault('payments'),
  status: parseAsStringLiteral(PAYMENT_STATES),
  exception: parseAsStringLiteral(PAYMENT_EXCEPTIONS),
  provider: parseAsStringLiteral(PROVIDERS),
  businessId: parseAsId,
  search: parseAsText.withDefault(''),
  from: parseAsText.withDefault(''),
  to: parseAsText.withDefault(''),
  state: parseAsStringLiteral(REFUND_STATES),
  page: parseAsPage,
}

/** Values that clear the filters and return to the first page. */
export const CLEARED_PAYMENTS = {
  status: null,
  exception: null,
  provider: null,
  businessId: null,
  search: null,
  from: null,
  to: null,
  page: null,
} as const

type Filter = {
  status: PaymentStatus | null
  exception: PaymentException | null
  provider: (typeof PROVIDERS)[number] | null
  businessId: string | null
  search: string
  from: string
  to: string
  page: number
}

export function toOperatorInput({ status, exception, provider, businessId, search, from, to, page }: Filter) {
  return {
    status: status ?? undefined,
    exception: exception ?? undefined,
    provider: provider ?? undefined,
    businessId: businessId ?? undefined,
    search: search || undefined,
    from: parsePeriodEnd(from),
    to: parsePeriodEnd(to),
    page,
  }
}

export const PROVIDER_OPTIONS = [
  { value: 'monnify', label: 'Monnify' },
  { value: 'paystack', label: 'Paystack' },
  { value: 'flutterwave', label: 'Flutterwave' },
  { value: 'cngn', label: 'cNGN' },
  { value: 'sandbox', label: 'Sandbox bank' },
  { value: 'chain', label: 'A chain' },
  { value: 'balance', label: 'The balance' },
] as const satisfies readonly { value: (typeof PROVIDERS)[number]; label: string }[]
