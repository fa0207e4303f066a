import type { depositAccounts, ledgerJournals, plans, products } from '@/db/schema'
import type { OperatorPayment, OperatorPaymentDetail, OperatorReceipt } from '@/schemas/payments/operator/contract'
import type { MessageStatus } from '@/schemas/webhooks/words'
import type { Chain } from '@/server/chains/registry'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import type { RefundRow } from '@/server/payments/refunds/begin-refund'
import { toRefundView } from '@/server/payments/refunds/view'
import type { PaymentRow, ReceiptRow } from '@/server/payments/settlement/lock-payment'
import { toMajorMoney } from '@/server/payments/to-major-amount'

type Account = typeof depositAccounts.$inferSelect

const KOBO = 2
const RATE = 8

export function toOperatorPayment(row: PaymentRow, businessName: string): OperatorPayment {
  return {
    id: row.id,
    paymentRef: row.paymentRef,
    businessId: row.businessId,
    businessName,
    purpose: row.purpose,
    planId: row.planId,
    status: row.status,
    exceptions: row.exceptions,
    isReplaced: row.isReplaced,
    amountNgn: formatAmount(row.amountMinor, KOBO),
    provider: row.providerId,
    clientReference: row.clientReference,
    createdAt: row.createdAt.toISOString(),
  }
}

type OfPayment = { refunds: readonly RefundRow[]; accounts: readonly Account[] }

function toOperatorReceipt(row: ReceiptRow, { refunds, accounts }: OfPayment): OperatorReceipt {
  const given = refunds
    .filter(({ receiptId, state }) => receiptId === row.id && state !== 'FAILED')
    .reduce((sum, { units }) => sum + units, 0n)
  return {
    id: row.id,
    provider: row.provider,
    providerTxnId: row.providerTxnId,
    ...toMajorMoney(
      row,
      accounts.find(({ id }) => id === row.accountId),
    ),
    leftNgn: row.currency === 'NGN' ? formatAmount(row.units - given, KOBO) : '0',
    outcome: row.outcome,
    decision: row.decision,
    paidAt: row.paidAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
  }
}

type All = {
  payment: PaymentRow
  businessName: string
  projectName: string
  plan: typeof plans.$inferSelect | null
  product: typeof products.$inferSelect | null
  chains: ReadonlyMap<number, Chain>
  accounts: readonly Account[]
  receipts: readonly ReceiptRow[]
  refunds: readonly RefundRow[]
  journals: readonly (typeof ledgerJournals.$inferSelect)[]
  webhookEvents: readonly { id: string; kind: string; status: MessageStatus; createdAt: Date }[]
}

export function toOperatorPaymentDetail(all: All): OperatorPaymentDetail {
  const { payment, businessName, projectName, accounts, receipts, refunds } = all
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...toOperatorPayment(payment, businessName),
    projectId: payment.projectId,
    projectName,
    plan: all.plan && all.product ? { productName: all.product.name, name: all.plan.name } : null,
    description: payment.description,
    metadata: payment.metadata,
    amountUsd: formatUsd(payment.amountUsdMicros),
    creditNgn: formatAmount(payment.creditMinor, KOBO),
    receivedNgn: formatAmount(payment.receivedMinor, KOBO),
    ngnPerUsd: formatAmount(payment.ngnPerUsdE8, RATE),
    billingCycle: payment.billingCycle,
    periodStart: iso(payment.periodStart),
    periodEnd: iso(payment.periodEnd),
    expiryAt: payment.expiryAt.toISOString(),
    settledAt: iso(payment.settledAt),
    closedAt: iso(payment.closedAt),
    accounts: accounts.map((row) => ({
      id: row.id,
      provider: row.provider,
      reference: row.reference,
      status: row.status,
      token: tokenOf(row, all.chains),
      place: row.accountNumber ?? row.address,
      polledAt: iso(row.polledAt),
    })),
    receipts: receipts.map((row) => toOperatorReceipt(row, { refunds, accounts })),
    refunds: refunds.map((row) => toRefundView(row, businessName)),
    journals: all.journals.map(({ id, kind, reason, createdBy, createdAt }) => {
      return { id, kind, reason, createdBy, createdAt: createdAt.toISOString() }
    }),
    webhookEvents: all.webhookEvents.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  }
}

function tokenOf({ tokenSymbol, chainId }: Account, chains: ReadonlyMap<number, Chain>) {
  if (tokenSymbol === null || chainId === null) return null
  return { symbol: tokenSymbol, chainName: chains.get(chainId)?.name ?? `Chain ${chainId}` }
}
