import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { requireSound } from '@/db/require-sound'
import {
  businesses,
  depositAccounts,
  ledgerJournals,
  paymentReceipts,
  paymentRefunds,
  payments,
  projects,
  webhookMessages,
} from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import type { RefundRow } from '../refunds/begin-refund'
import { toRefundView } from '../refunds/view'
import type { ReceiptRow } from '../settlement/lock-payment'
import type { OperatorPaymentDetail, OperatorReceipt } from './contract'
import { toOperatorPayment } from './list-all-payments'

const KOBO = 2
const RATE = 8

/** One payment of any business with all that happened to it. Throws not_found. */
export async function getAnyPayment(
  { db }: OperatorCtx,
  { paymentId }: { paymentId: string },
): Promise<OperatorPaymentDetail> {
  const [found] = await db
    .select({ payment: payments, businessName: businesses.name, projectName: projects.name })
    .from(payments)
    .innerJoin(businesses, eq(businesses.id, payments.businessId))
    .innerJoin(projects, eq(projects.id, payments.projectId))
    .where(eq(payments.id, paymentId))
  if (!found) throw notFound('Payment')
  const payment = requireSound(payments, found.payment)
  const ofIt = {
    accounts: eq(depositAccounts.paymentId, paymentId),
    receipts: eq(paymentReceipts.paymentId, paymentId),
  }
  const accounts = await db.select().from(depositAccounts).where(ofIt.accounts).orderBy(asc(depositAccounts.id))
  const receipts = await db.select().from(paymentReceipts).where(ofIt.receipts).orderBy(asc(paymentReceipts.receivedAt))
  const refunds = await db
    .select()
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, paymentId))
    .orderBy(asc(paymentRefunds.createdAt), asc(paymentRefunds.id))
  const aboutIds = [paymentId, ...receipts.map(({ id }) => id), ...refunds.map(({ id }) => id)]
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...toOperatorPayment(payment, found.businessName),
    projectId: payment.projectId,
    projectName: found.projectName,
    description: payment.description,
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
    isReplaced: payment.isReplaced,
    accounts: accounts.map((row) => ({
      id: row.id,
      provider: row.provider,
      reference: row.reference,
      status: row.status,
      place: row.accountNumber ?? row.address,
      polledAt: iso(row.polledAt),
    })),
    receipts: receipts.map((row) => toOperatorReceipt(requireSound(paymentReceipts, row), refunds)),
    refunds: refunds.map((row) => toRefundView(requireSound(paymentRefunds, row), found.businessName)),
    journals: await listJournalsAbout(db, aboutIds),
    told: await listTold(db, payment.businessId, aboutIds),
  }
}

function toOperatorReceipt(row: ReceiptRow, refunds: readonly RefundRow[]): OperatorReceipt {
  const given = refunds
    .filter(({ receiptId, state }) => receiptId === row.id && state !== 'FAILED')
    .reduce((sum, { units }) => sum + units, 0n)
  return {
    id: row.id,
    provider: row.provider,
    providerTxnId: row.providerTxnId,
    currency: row.currency,
    amount: row.currency === 'NGN' ? formatAmount(row.units, KOBO) : row.units.toString(),
    leftNgn: row.currency === 'NGN' ? formatAmount(row.units - given, KOBO) : '0',
    outcome: row.outcome,
    decision: row.decision,
    paidAt: row.paidAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
  }
}

async function listJournalsAbout(db: Database, ids: readonly string[]): Promise<OperatorPaymentDetail['journals']> {
  const rows = await db
    .select()
    .from(ledgerJournals)
    .where(inArray(ledgerJournals.referenceId, [...ids]))
    .orderBy(asc(ledgerJournals.createdAt), asc(ledgerJournals.id))
  return rows.map(({ id, kind, reason, createdBy, createdAt }) => {
    return { id, kind, reason, createdBy, createdAt: createdAt.toISOString() }
  })
}

async function listTold(
  db: Database,
  businessId: string,
  ids: readonly string[],
): Promise<OperatorPaymentDetail['told']> {
  const { id, kind, status, createdAt } = webhookMessages
  const rows = await db
    .select({ id, kind, status, createdAt })
    .from(webhookMessages)
    .where(
      and(
        eq(webhookMessages.businessId, businessId),
        eq(webhookMessages.source, 'payment'),
        inArray(webhookMessages.sourceId, [...ids]),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
