import { createLoader } from 'nuqs/server'
import type { ProjectContext } from '@/app/answer-file'
import { answerCsv } from '@/app/answer-list'
import { paymentFilter, toPaymentInput } from '@/components/payments/payment-filter'
import type { PaymentView } from '@/schemas/payments/contract'
import { formatAmount } from '@/server/money/amount'

const loadFilter = createLoader(paymentFilter)

const COLUMNS = [
  ...['Time (UTC)', 'Reference', 'Account reference', 'Your reference', 'Purpose', 'Status', 'Amount', 'Currency'],
  ...['Amount (USD)', 'Billing cycle', 'Description', 'Price expires (UTC)', 'Id'],
]
const KOBO = 2

/** The payments that the page shows, all of them. */
export async function GET(request: Request, context: ProjectContext): Promise<Response> {
  const filter = await loadFilter(request)
  return answerCsv(context, (api, projectId) => {
    const { page: _, ...input } = toPaymentInput(projectId, filter)
    return {
      name: 'payments.csv',
      columns: COLUMNS,
      toCells: (row: PaymentView) => [
        ...[row.createdAt, row.paymentRef, row.reference, row.clientReference ?? '', row.purpose, row.status],
        ...[formatAmount(BigInt(row.amount), KOBO), row.currency, row.amountUsd, row.billingCycle ?? ''],
        ...[row.description, row.expiryAt, row.id],
      ],
      read: (after) => api.payments.listAfter({ ...input, after }),
    }
  })
}
