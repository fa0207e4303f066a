import { and, count, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import { payments, plans, products, subscriptions } from '@/db/schema'
import type { PastSubscription, SubscriptionHistoryQuery } from '@/schemas/subscriptions/contract'
import type { AuditCtx } from '@/server/audit/append-audit'
import { offsetOf, PAGE_SIZE, type Page } from '@/server/paging'
import { beginsWith } from '@/server/text/begins-with'
import { hasMetadata } from '@/server/text/has-metadata'
import { isUuid } from '@/server/text/is-uuid'
import { toPastSubscription } from './view'

const PAYMENT = { id: payments.id, amountMinor: payments.amountMinor }

/**
 * Every subscription that a project has, had or waits for, with its plan and its latest payment, newest first. A
 * subscription whose quote was never paid is left out.
 */
export async function listHistory(
  { db, businessId, projectId }: Pick<AuditCtx, 'db' | 'businessId'> & { projectId: string },
  { page, search, metadata }: SubscriptionHistoryQuery,
): Promise<Page<PastSubscription>> {
  const where = and(
    eq(subscriptions.businessId, businessId),
    eq(subscriptions.projectId, projectId),
    sql`(${subscriptions.status} <> 'CANCELED' or ${payments.status} is null or ${payments.status} in ('SUCCESS', 'REFUNDED'))`,
    search ? matching(search) : undefined,
    hasMetadata(subscriptions.metadata, metadata),
  )
  const ofIt = and(
    eq(payments.businessId, subscriptions.businessId),
    eq(payments.paymentRef, subscriptions.paymentRef),
    ne(subscriptions.paymentRef, ''),
  )
  const [counted] = await db.select({ total: count() }).from(subscriptions).leftJoin(payments, ofIt).where(where)
  const rows = await db
    .select({ subscription: subscriptions, plan: plans, product: products, payment: PAYMENT })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .innerJoin(products, eq(products.id, subscriptions.productId))
    .leftJoin(payments, ofIt)
    .where(where)
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
    .offset(offsetOf(page))
    .limit(PAGE_SIZE)
  return { items: rows.map(toPastSubscription), total: counted?.total ?? 0, page, pageSize: PAGE_SIZE }
}

function matching(search: string): SQL | undefined {
  if (isUuid(search)) return eq(subscriptions.id, search.toLowerCase())
  return or(beginsWith(subscriptions.clientReference, search), beginsWith(subscriptions.paymentRef, search))
}
