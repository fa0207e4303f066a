import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { payments, plans, products } from '@/db/schema'
import type { PaymentDetail } from '@/schemas/payments/contract'
import { listChains } from '@/server/chains/registry'
import type { ProjectCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { refusal } from '@/server/errors'
import { toPaymentDetail } from './detail-view'
import { readPaymentMoney } from './read-payment-money'

/** One payment of the project with its open accounts and its receipts, oldest first. Throws not_found. */
export async function getPaymentDetail(ctx: ProjectCtx, id: string): Promise<PaymentDetail> {
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
    payment: found.payment,
    ...(await readPaymentMoney(db, { businessId, paymentId: id })),
    chains,
    sandboxBankUrl: env().SANDBOX_BANK_URL ?? null,
    now: ctx.now(),
  })
}
