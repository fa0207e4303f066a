import { and, eq } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import type { BusinessStatus } from './contract'

/** Suspends a customer (its keys and tokens are refused within seconds) or lets it work again. */
export async function setBusinessStatus(
  ctx: OperatorCtx,
  input: { businessId: string; status: BusinessStatus },
): Promise<void> {
  const [business] = await ctx.db
    .update(businesses)
    .set({ status: input.status })
    .where(and(eq(businesses.id, input.businessId), eq(businesses.kind, 'customer')))
    .returning({ id: businesses.id })
  if (!business) throw notFound('Business')
  const { businessId, status } = input
  await appendAudit({ ...ctx, businessId, projectId: null }, { action: `business.${status}`, target: businessId })
}
