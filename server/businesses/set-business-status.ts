import { and, eq } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import type { BusinessStatus } from './contract'

/** Suspends a customer (its keys and tokens are refused within seconds) or lets it work again. */
export async function setBusinessStatus(
  { db }: OperatorCtx,
  input: { businessId: string; status: BusinessStatus },
): Promise<void> {
  const [business] = await db
    .update(businesses)
    .set({ status: input.status })
    .where(and(eq(businesses.id, input.businessId), eq(businesses.kind, 'customer')))
    .returning({ id: businesses.id })
  if (!business) throw notFound('Business')
}
