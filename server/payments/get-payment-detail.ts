import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { requireSound } from '@/db/require-sound'
import { depositAccounts, paymentReceipts, paymentRefunds, payments, plans, products } from '@/db/schema'
import { listChains } from '@/server/chains/registry'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import type { PaymentDetail } from './contract'
import { toPaymentDetail } from './detail-view'

/** One payment of the project with its open accounts and what came for it, oldest first. Throws not_found. */
export async function getPaymentDetail(ctx: TenantCtx & { projectId: string }, id: string): Promise<PaymentDetail> {
  if (!z.uuid().safeParse(id).success) throw refusal('payment_not_found')
  const { db, businessId, projectId } = ctx
  const [found] = await db
    .select({ payment: payments, plan: plans, product: products })
    .from(payments)
    .leftJoin(plans, eq(plans.id, payments.planId))
    .leftJoin(products, eq(products.id, payments.productId))
    .where(and(eq(payments.businessId, businessId), eq(payments.projectId, projectId), eq(payments.id, id)))
  if (!found) throw refusal('payment_not_found')
  const chains = new Map((await listChains()).map((chain) => [chain.chainId, chain]))
  return toPaymentDetail({
    ...found,
    payment: requireSound(payments, found.payment),
    ...(await readMoney(db, { businessId, paymentId: id })),
    chains,
    now: ctx.now(),
  })
}

/** Where its money is sent, what came, and what goes back. */
async function readMoney(db: Database, { businessId, paymentId }: { businessId: string; paymentId: string }) {
  const accounts = await db
    .select()
    .from(depositAccounts)
    .where(and(eq(depositAccounts.businessId, businessId), eq(depositAccounts.paymentId, paymentId)))
    .orderBy(asc(depositAccounts.id))
  const receipts = await db
    .select()
    .from(paymentReceipts)
    .where(and(eq(paymentReceipts.businessId, businessId), eq(paymentReceipts.paymentId, paymentId)))
    .orderBy(asc(paymentReceipts.receivedAt), asc(paymentReceipts.id))
  const refunds = await db
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.businessId, businessId), eq(paymentRefunds.paymentId, paymentId)))
    .orderBy(asc(paymentRefunds.createdAt), asc(paymentRefunds.id))
  return {
    accounts: accounts.map((row) => requireSound(depositAccounts, row)),
    receipts: receipts.map((row) => requireSound(paymentReceipts, row)),
    refunds: refunds.map((row) => requireSound(paymentRefunds, row)),
  }
}
