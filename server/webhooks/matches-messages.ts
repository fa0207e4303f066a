import { and, eq, type SQL, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import type { MessageFilter } from '@/schemas/webhooks/contract'

/** The condition of a filter over messages; `url` matches any part of the URL and ignores case. */
export function matchesMessages(filter: Partial<Omit<MessageFilter, 'page'>>): SQL | undefined {
  const { status, kind, url, sourceId, endpointId } = filter
  return and(
    status && eq(webhookMessages.status, status),
    kind ? eq(webhookMessages.kind, kind) : undefined,
    sourceId ? eq(webhookMessages.sourceId, sourceId) : undefined,
    endpointId ? eq(webhookMessages.destinationId, endpointId) : undefined,
    url ? sql`strpos(lower(${webhookMessages.url}), lower(${url})) > 0` : undefined,
  )
}
