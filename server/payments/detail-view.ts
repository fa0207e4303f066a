import type { depositAccounts, paymentReceipts, paymentRefunds, payments, plans, products } from '@/db/schema'
import type { PaymentDetail, PaymentReceipt, PaymentRefund } from '@/schemas/payments/contract'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import { type Places, toPayableAccount } from './accounts/payable-view'
import { toUnopenedAccount } from './accounts/view'
import { toMajorAmount } from './to-major-amount'
import { toPaymentView } from './view'

type Payment = typeof payments.$inferSelect
type Account = typeof depositAccounts.$inferSelect
type Receipt = typeof paymentReceipts.$inferSelect
type Refund = typeof paymentRefunds.$inferSelect

type Rows = Places & {
  payment: Payment
  plan: typeof plans.$inferSelect | null
  product: typeof products.$inferSelect | null
  accounts: readonly Account[]
  receipts: readonly Receipt[]
  refunds: readonly Refund[]
  now: Date
}

const KOBO = 2
const RATE_DECIMALS = 8

const naira = (minor: bigint) => formatAmount(minor, KOBO)

/** A payment as the portal shows it. */
export function toPaymentDetail({
  payment,
  plan,
  product,
  accounts,
  receipts,
  refunds,
  chains,
  sandboxBankUrl,
  now,
}: Rows): PaymentDetail {
  const { id, purpose, status, paymentRef, amountUsd, description, exceptions, createdAt, updatedAt, ...view } =
    toPaymentView(payment)
  const { clientReference, metadata } = view
  const { amountMinor, creditMinor, ngnPerUsdE8: rate, billingCycle } = payment
  const receivedMinor = countedMinor(payment, receipts)
  const leftMinor = amountMinor > receivedMinor ? amountMinor - receivedMinor : 0n
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return {
    ...{ id, purpose, status, paymentRef, amountUsd, description, exceptions, createdAt, updatedAt },
    ...{ clientReference, metadata },
    change: payment.change,
    plan:
      plan && product && billingCycle
        ? { id: plan.id, productName: product.name, name: plan.name, billingCycle }
        : null,
    periodStart: payment.periodStart?.toISOString() ?? null,
    periodEnd: payment.periodEnd?.toISOString() ?? null,
    amountNgn: naira(amountMinor),
    creditNgn: naira(creditMinor),
    fullPriceNgn: naira(amountMinor + creditMinor),
    ngnPerUsd: formatAmount(rate, RATE_DECIMALS),
    receivedNgn: naira(receivedMinor),
    leftNgn: naira(leftMinor),
    expiryAt: payment.expiryAt.toISOString(),
    settledAt: payment.settledAt?.toISOString() ?? null,
    closedAt: payment.closedAt?.toISOString() ?? null,
    isReplaced: payment.isReplaced,
    readAt: now.toISOString(),
    isOpening: accounts.some((account) => account.status === 'OPENING'),
    notOpened: accounts.filter((account) => account.status === 'FAILED').map(toUnopenedAccount),
    accounts: accounts
      .filter((account) => account.status === 'OPEN')
      .map((account) =>
        toPayableAccount(
          account,
          { heldUnits: heldUnits(receipts, account), leftMinor, rate },
          { chains, sandboxBankUrl },
        ),
      ),
    receipts: receipts.map((receipt) => toReceipt(receipt, byId.get(receipt.accountId ?? ''))),
    refunds: refunds.map((refund) => toRefund(refund, receipts, byId)),
  }
}

/** The receipts that wait while the payment is open, or that paid for it afterwards, in kobo. */
function countedMinor({ status }: Payment, receipts: readonly Receipt[]): bigint {
  const counting = status === 'PENDING' ? 'HELD' : 'SETTLED'
  return receipts.reduce((sum, { outcome, valueMinor }) => (outcome === counting ? sum + valueMinor : sum), 0n)
}

function heldUnits(receipts: readonly Receipt[], { id }: Account): bigint {
  return receipts.reduce(
    (sum, { accountId, outcome, units }) => (accountId === id && outcome === 'HELD' ? sum + units : sum),
    0n,
  )
}

function toReceipt(row: Receipt, account: Account | undefined): PaymentReceipt {
  return {
    id: row.id,
    provider: row.provider,
    ...toMajorAmount(row.units, account),
    valueNgn: naira(row.valueMinor),
    creditedUsd: row.creditedMicros > 0n ? formatUsd(row.creditedMicros) : null,
    outcome: row.outcome,
    exceptions: row.exceptions,
    paidAt: row.paidAt.toISOString(),
  }
}

function toRefund(row: Refund, receipts: readonly Receipt[], accounts: ReadonlyMap<string, Account>): PaymentRefund {
  const receipt = receipts.find(({ id }) => id === row.receiptId)
  return {
    id: row.id,
    state: row.state,
    to: row.to,
    ...toMajorAmount(row.units, accounts.get(receipt?.accountId ?? '')),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
