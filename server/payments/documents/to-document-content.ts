import type { paymentDocuments } from '@/db/schema'
import type { DocumentContent, DocumentFact } from '@/schemas/payments/documents/contract'
import { formatDay } from '@/server/text/format-day'
import { formatUtc } from '@/server/text/format-utc'
import type { DocumentRows } from './document-rows'
import { dollarText, moneyText, nairaText } from './money-text'
import { paySection, receivedSection, refundSection } from './paper-sections'

type PaymentRow = DocumentRows['payment']

const CHANGES = {
  NEW: 'A new subscription.',
  RENEWAL: 'The next period of the subscription.',
  UPGRADE: 'A change of plan.',
  CYCLE: 'A change of the billing cycle.',
  TOPUP: '',
} as const satisfies Record<PaymentRow['change'], string>

/** Day and minute; documents show no seconds. */
const minute = (date: Date) => formatUtc(date, { seconds: false })

/**
 * The content of an invoice or a receipt. An invoice keeps the requested amount; its stamp shows whether it was paid.
 */
export function toDocumentContent(rows: DocumentRows): DocumentContent {
  const { payment, document, seller } = rows
  const isReceipt = document.kind === 'RECEIPT'
  const isOpen = payment.status === 'PENDING' && !payment.isReplaced
  return {
    title: isReceipt ? 'Receipt' : 'Invoice',
    number: documentNumber(document),
    issuedAt: document.issuedAt.toISOString(),
    stamp: stampOf(payment),
    seller,
    buyer: [document.businessName, `Project ${document.projectName}`],
    facts: factsOf(rows, isReceipt),
    lines: linesOf(payment, document.planName),
    totals: totalsOf(payment, isReceipt),
    sections: isReceipt ? [receivedSection(rows), ...refundSection(rows)] : isOpen ? paySection(rows) : [],
  }
}

function stampOf({ status, isReplaced }: PaymentRow): DocumentContent['stamp'] {
  switch (status) {
    case 'SUCCESS':
      return { text: 'Paid', tone: 'good' }
    case 'REFUNDED':
      return { text: 'Refunded', tone: 'void' }
    case 'FAILED':
      return { text: 'Not paid', tone: 'void' }
    case 'PENDING':
      return isReplaced ? { text: 'Replaced', tone: 'void' } : { text: 'To pay', tone: 'open' }
    default:
      return status satisfies never
  }
}

function factsOf({ payment, document }: DocumentRows, isReceipt: boolean): DocumentFact[] {
  const { status, settledAt, expiryAt, isReplaced, description } = payment
  const isOpen = status === 'PENDING' && !isReplaced
  return [
    { label: 'Issued', value: minute(document.issuedAt) },
    { label: 'Payment', value: payment.paymentRef },
    ...(isOpen ? [{ label: 'Pay before', value: minute(expiryAt) }] : []),
    ...(!isReceipt && settledAt ? [{ label: 'Paid', value: minute(settledAt) }] : []),
    ...(description ? [{ label: 'Description', value: description }] : []),
  ]
}

function linesOf(payment: PaymentRow, planName: string | null): DocumentContent['lines'] {
  const { purpose, amountMinor, amountUsdMicros, creditMinor, billingCycle, periodStart, periodEnd, change } = payment
  if (purpose === 'WALLET_TOPUP') {
    const text = `${dollarText(amountUsdMicros)} for the balance`
    return [{ text, detail: 'Prepaid, for all projects of the business.', amount: nairaText(amountMinor) }]
  }
  const cycle = billingCycle === 'YEARLY' ? 'one year' : 'one month'
  const period = periodStart && periodEnd ? `${formatDay(periodStart)} to ${formatDay(periodEnd)} (UTC). ` : ''
  const plan = {
    text: `${planName ?? `Plan ${payment.planId}`}, ${cycle}`,
    detail: `${period}${CHANGES[change]}`,
    amount: nairaText(amountMinor + creditMinor),
  }
  if (creditMinor === 0n) return [plan]
  return [
    plan,
    {
      text: 'Credit',
      detail: 'For the unused time of the plan before.',
      amount: nairaText(-creditMinor),
    },
  ]
}

function totalsOf(
  { amountMinor, amountUsdMicros, ngnPerUsdE8 }: PaymentRow,
  isReceipt: boolean,
): DocumentContent['totals'] {
  return [
    { label: isReceipt ? 'Total paid' : 'Total', value: nairaText(amountMinor), isMain: true },
    { label: 'In dollars', value: dollarText(amountUsdMicros), isMain: false },
    {
      label: 'Rate',
      value: `${moneyText(ngnPerUsdE8, { unit: 'NGN', decimals: 8, atLeast: 2 })} for USD 1`,
      isMain: false,
    },
  ]
}

type Numbered = Pick<typeof paymentDocuments.$inferSelect, 'kind' | 'year' | 'number'>

const PREFIXES = { INVOICE: 'INV', RECEIPT: 'RCT' } as const satisfies Record<Numbered['kind'], string>

/** `INV-2026-000017`. */
function documentNumber({ kind, year, number }: Numbered): string {
  return `${PREFIXES[kind]}-${year}-${String(number).padStart(6, '0')}`
}
