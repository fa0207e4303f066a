import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Database, prepareStatement } from '@/db/client'
import { depositAccounts, paymentReceipts, payments, plans, products, projects, subscriptions } from '@/db/schema'
import { formatNaira, formatToken } from '@/server/mail/format-money'
import { paymentLink } from '@/server/mail/portal-links'
import type { PaymentRow, ReceiptRow } from '@/server/payments/settlement/lock-payment'

/** A payment as emails describe it: with names instead of ids. */
export type PaymentSummary = {
  payment: PaymentRow
  purchase: string
  projectName: string
  /** The end of the last paid period of its subscription. */
  paidUntil: Date | null
  url: string
}

/** Received money, with its amount as readable text. */
export type ReceivedFunds = ReceiptRow & { text: string }

const selectSummary = prepareStatement((db) =>
  db
    .select({
      payment: payments,
      projectName: projects.name,
      planName: plans.name,
      productName: products.name,
      paidUntil: subscriptions.endDate,
    })
    .from(payments)
    .innerJoin(projects, eq(projects.id, payments.projectId))
    .leftJoin(plans, eq(plans.id, payments.planId))
    .leftJoin(products, eq(products.id, payments.productId))
    .leftJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
    .where(eq(payments.id, sql.placeholder('paymentId')))
    .prepare('payment-summary'),
)

/** Throws if the payment does not exist. */
export async function readSummary(db: Database, paymentId: string): Promise<PaymentSummary> {
  const [row] = await selectSummary(db, { paymentId })
  if (!row) throw new Error(`payment ${paymentId} does not exist`)
  const { payment, projectName, planName, productName, paidUntil } = row
  if (payment.purpose === 'WALLET_TOPUP') return topUpSummary(payment, projectName)
  const purchase = `${productName}, ${planName}`
  return { payment, purchase, projectName, paidUntil, url: paymentLink({ projectId: payment.projectId, paymentId }) }
}

/** The summary of a top-up from its row and its project's name, without a query. */
export function topUpSummary(payment: PaymentRow, projectName: string): PaymentSummary {
  const url = paymentLink({ projectId: payment.projectId, paymentId: payment.id })
  return { payment, purchase: 'Balance top-up', projectName, paidUntil: null, url }
}

const selectReceived = (db: Database, where: SQL) =>
  db
    .select({ receipt: paymentReceipts, symbol: depositAccounts.tokenSymbol, decimals: depositAccounts.decimals })
    .from(paymentReceipts)
    .leftJoin(depositAccounts, eq(depositAccounts.id, paymentReceipts.accountId))
    .where(where)
    .orderBy(asc(paymentReceipts.id))

const selectReceivedFor = prepareStatement((db) =>
  selectReceived(db, eq(paymentReceipts.paymentId, sql.placeholder('paymentId'))).prepare('received-for-payment'),
)

/** Receipts with these ids, or all of a payment, in the order of arrival. */
export async function readReceived(
  db: Database,
  of: { paymentId: string } | { ids: readonly string[] },
): Promise<ReceivedFunds[]> {
  const rows =
    'ids' in of ? await selectReceived(db, inArray(paymentReceipts.id, [...of.ids])) : await selectReceivedFor(db, of)
  return rows.map(({ receipt, symbol, decimals }) => toReceivedFunds(receipt, { tokenSymbol: symbol, decimals }))
}

/** Adds the amount as text to a receipt, by the token of its account. */
export function toReceivedFunds(
  receipt: ReceiptRow,
  account: { tokenSymbol: string | null; decimals: number | null },
): ReceivedFunds {
  const { tokenSymbol: symbol, decimals } = account
  return { ...receipt, text: textOf(receipt, symbol === null || decimals === null ? null : { symbol, decimals }) }
}

function textOf({ currency, units }: ReceiptRow, token: { symbol: string; decimals: number } | null): string {
  if (currency === 'NGN') return formatNaira(units)
  return token ? formatToken(units, token) : 'An amount of an unknown token'
}
