import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import {
  businesses,
  depositAccounts,
  ledgerJournals,
  paymentReceipts,
  paymentRefunds,
  payments,
  plans,
  products,
  projects,
  webhookMessages,
} from '@/db/schema'
import type { OperatorPaymentDetail } from '@/schemas/payments/operator/contract'
import { listChains } from '@/server/chains/registry'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { toOperatorPaymentDetail } from './view'

/** One payment of any business with its whole history. Throws not_found. */
export async function getAnyPayment(
  { db }: OperatorCtx,
  { paymentId }: { paymentId: string },
): Promise<OperatorPaymentDetail> {
  const [found] = await db
    .select({
      ...{ payment: payments, plan: plans, product: products },
      ...{ businessName: businesses.name, projectName: projects.name },
    })
    .from(payments)
    .innerJoin(businesses, eq(businesses.id, payments.businessId))
    .innerJoin(projects, eq(projects.id, payments.projectId))
    .leftJoin(plans, eq(plans.id, payments.planId))
    .leftJoin(products, eq(products.id, payments.productId))
    .where(eq(payments.id, paymentId))
  if (!found) throw notFound('Payment')
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
  return toOperatorPaymentDetail({
    ...found,
    chains: new Map((await listChains()).map((chain) => [chain.chainId, chain])),
    accounts,
    receipts,
    refunds,
    journals: await listJournalsAbout(db, aboutIds),
    webhookEvents: await listWebhookEvents(db, found.payment.businessId, aboutIds),
  })
}

function listJournalsAbout(db: Database, ids: readonly string[]) {
  return db
    .select()
    .from(ledgerJournals)
    .where(inArray(ledgerJournals.referenceId, [...ids]))
    .orderBy(asc(ledgerJournals.createdAt), asc(ledgerJournals.id))
}

function listWebhookEvents(db: Database, businessId: string, ids: readonly string[]) {
  const { id, kind, status, createdAt } = webhookMessages
  return db
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
}
