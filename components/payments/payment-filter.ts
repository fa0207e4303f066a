import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsMetadata } from '@/components/filters/parse-as-metadata'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { parsePeriodEnd } from '@/components/filters/parse-period-end'
import { PAYMENT_PURPOSES, PAYMENT_STATES, type PaymentPurpose, type PaymentStatus } from '@/schemas/payments/words'
import { toMetadata } from '@/server/text/metadata-pair'

/** The payment list's state in the URL, read alike by the page and by the list. */
export const paymentFilter = {
  purpose: parseAsStringLiteral(PAYMENT_PURPOSES),
  status: parseAsStringLiteral(PAYMENT_STATES),
  search: parseAsText.withDefault(''),
  metadata: parseAsMetadata,
  from: parseAsText.withDefault(''),
  to: parseAsText.withDefault(''),
  page: parseAsPage,
}

type PaymentListFilter = {
  purpose: PaymentPurpose | null
  status: PaymentStatus | null
  search: string
  metadata: string
  from: string
  to: string
  page: number
}

export function toPaymentInput(
  projectId: string,
  { purpose, status, search, metadata, from, to, page }: PaymentListFilter,
) {
  const text = { search: search.slice(0, 120) || undefined, metadata: toMetadata(metadata) }
  const period = { from: parsePeriodEnd(from), to: parsePeriodEnd(to) }
  return { projectId, purpose: purpose ?? undefined, status: status ?? undefined, ...text, ...period, page }
}
