import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { IS_LISTED } from '@/db/schema/webhooks'
import type { MessageFilter, MessagePage, MessagePartInput, MessageView } from '@/schemas/webhooks/contract'
import { countUpTo } from '@/server/count-up-to'
import type { TenantCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { isAfter, PART_SIZE, toPart } from '@/server/paging-after'
import type { Part } from '@/server/text/csv-list'
import { withinPeriod } from '@/server/text/within-period'
import { matchesMessages } from './matches-messages'
import { toMessage } from './view'

/** Status of the newest attempt, read in the same statement. Names are written out: drizzle drops the table's. */
const LAST_HTTP_STATUS = sql<number | null>`(select a.http_status from webhook_attempts a
  where a.message_id = webhook_messages.id order by a.number desc limit 1)`

/** The project's webhook messages that match the filter, newest first. Contract events have separate logs. */
export async function listMessages(
  ctx: Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string },
  filter: MessageFilter,
): Promise<MessagePage> {
  const where = whereOf(ctx, filter)
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

/** The matching messages from a position in the list on. */
export async function listMessagesAfter(
  ctx: Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string },
  { after, ...filter }: MessagePartInput,
): Promise<Part<MessageView>> {
  const rows = await ctx.db
    .select({ message: webhookMessages, lastHttpStatus: LAST_HTTP_STATUS })
    .from(webhookMessages)
    .where(and(whereOf(ctx, filter), isAfter(webhookMessages, after)))
    .orderBy(desc(webhookMessages.createdAt), desc(webhookMessages.id))
    .limit(PART_SIZE)
  return toPart(rows.map(({ message, lastHttpStatus }) => toMessage(message, lastHttpStatus)))
}

function whereOf(
  ctx: Pick<TenantCtx, 'businessId'> & { projectId: string },
  filter: Omit<MessageFilter, 'page'>,
): SQL | undefined {
  return and(
    eq(webhookMessages.businessId, ctx.businessId),
    eq(webhookMessages.projectId, ctx.projectId),
    IS_LISTED,
    withinPeriod(webhookMessages.createdAt, filter),
    matchesMessages(filter),
  )
}
