import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { payments } from '@/db/schema'
import type { PaymentView } from '@/schemas/payments/contract'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { toPaymentView } from './view'

/** One payment of the project. Throws not_found. */
export async function getPayment(ctx: ProjectCtx, id: string): Promise<PaymentView> {
  if (!z.uuid().safeParse(id).success) throw refusal('payment_not_found')
  const [row] = await ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.businessId, ctx.businessId), eq(payments.projectId, ctx.projectId), eq(payments.id, id)))
  if (!row) throw refusal('payment_not_found')
  return toPaymentView(row)
}
