import { and, eq, inArray } from 'drizzle-orm'
import { webhookFailing } from '@/db/schema'
import type { WithFailing } from '@/schemas/webhooks/destinations/contract'
import type { TenantCtx } from '@/server/ctx'
import type { Listed } from '@/server/paging'
import { toWithFailing } from './view'

/** These destinations, with the time since which each of them has accepted nothing. */
export async function withFailing<Row extends { id: string }>(
  { db, businessId }: TenantCtx,
  listed: Listed<Row>,
): Promise<Listed<WithFailing<Row>>> {
  const ids = listed.items.map(({ id }) => id)
  const rows = await db
    .select({ id: webhookFailing.destinationId, since: webhookFailing.since })
    .from(webhookFailing)
    .where(and(eq(webhookFailing.businessId, businessId), inArray(webhookFailing.destinationId, ids)))
  const sinceOf = new Map(rows.map(({ id, since }) => [id, since]))
  return { ...listed, items: listed.items.map((row) => toWithFailing(row, sinceOf.get(row.id))) }
}
