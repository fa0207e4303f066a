import { and, desc, eq, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { IS_LISTED } from '@/db/schema/webhooks'
import type { MessageFilter, MessagePage } from '@/schemas/webhooks/contract'
import { countUpTo } from '@/server/count-up-to'
import type { TenantCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { matchesMessages } from './matches-messages'
import { toMessage } from './view'

/** Status of the newest attempt, read in the same statement. Names are written out: drizzle drops the table's. */
const LAST_HTTP_STATUS = sql<number | null>`(select a.http_status from webhook_attempts a
  where a.message_id = webhook_messages.id order by a.number desc limit 1)`

/** The project's webhook messages, but for events, that match the filter, newest first. */
export async function listMessages(
  ctx: Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string },
  filter: MessageFilter,
): Promise<MessagePage> {
  const where = and(
    eq(webhookMessages.businessId, ctx.businessId),
    eq(webhookMessages.projectId, ctx.projectId),
    IS_LISTED,
    matchesMessages(filter),
  )
  const rows = await ctx.db
    .select({ message: webhookMessages, lastHttpStatus: LAST_HTTP_STATUS })
    .from(webhookMessages)
    .where(where)
    .orderBy(desc(webhookMessages.createdAt), desc(webhookMessages.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(filter.page))
  return {
    items: rows.map(({ message, lastHttpStatus }) => toMessage(message, lastHttpStatus)),
    ...(await countUpTo(ctx, webhookMessages, where)),
    page: filter.page,
    pageSize: PAGE_SIZE,
  }
}
