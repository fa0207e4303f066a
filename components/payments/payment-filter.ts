import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { PAYMENT_PURPOSES, PAYMENT_STATES, type PaymentPurpose, type PaymentStatus } from '@/schemas/payments/words'

/** The payment list's state in the URL, read alike by the page and by the list. */
export const paymentFilter = {
  purpose: parseAsStringLiteral(PAYMENT_PURPOSES),
  status: parseAsStringLiteral(PAYMENT_STATES),
  search: parseAsText.withDefault(''),
  page: parseAsPage,
}

type PaymentListFilter = {
  purpose: PaymentPurpose | null
  status: PaymentStatus | null
  search: string
  page: number
}

export function toPaymentInput(projectId: string, { purpose, status, search, page }: PaymentListFilter) {
  const text = search.slice(0, 120) || undefined
  return { projectId, purpose: purpose ?? undefined, status: status ?? undefined, search: text, page }
}
