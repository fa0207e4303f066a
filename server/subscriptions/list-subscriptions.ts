import { and, count, desc, eq } from 'drizzle-orm'
import { subscriptions } from '@/db/schema'
import type { ListSubscriptionsQuery, SubscriptionView } from '@/schemas/subscriptions/contract'
import type { ProjectCtx } from '@/server/ctx'
import { offsetOf, type Page } from '@/server/paging'
import { hasMetadata } from '@/server/text/has-metadata'
import { toSubscriptionView } from './view'

/** Subscriptions of the project, newest first. */
export async function listSubscriptions(
  { db, businessId, projectId }: ProjectCtx,
  { page, pageSize, status, clientReference, metadata }: ListSubscriptionsQuery,
): Promise<Page<SubscriptionView>> {
  const where = and(
    eq(subscriptions.businessId, businessId),
    eq(subscriptions.projectId, projectId),
    status && eq(subscriptions.status, status),
    clientReference ? eq(subscriptions.clientReference, clientReference) : undefined,
    hasMetadata(subscriptions.metadata, metadata),
  )
  const [counted] = await db.select({ total: count() }).from(subscriptions).where(where)
  const rows = await db
    .select()
    .from(subscriptions)
    .where(where)
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
    .offset(offsetOf(page, pageSize))
    .limit(pageSize)
  return { items: rows.map(toSubscriptionView), total: counted?.total ?? 0, page, pageSize }
}
