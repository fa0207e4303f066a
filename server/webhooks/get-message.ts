import { and, desc, eq } from 'drizzle-orm'
import { webhookAttempts, webhookMessages } from '@/db/schema'
import type { MessageDetail } from '@/schemas/webhooks/contract'
import type { ProjectCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { toDeliveryAttempt, toMessage } from './view'

/** One webhook message with its body and every attempt, newest first. Throws not_found. */
export async function getMessage(ctx: ProjectCtx, messageId: string): Promise<MessageDetail> {
  const [row] = await ctx.db
    .select()
    .from(webhookMessages)
    .where(
      and(
        eq(webhookMessages.businessId, ctx.businessId),
        eq(webhookMessages.projectId, ctx.projectId),
        eq(webhookMessages.id, messageId),
      ),
    )
  if (!row) throw notFound('Webhook message')
  const attempts = await ctx.db
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.businessId, ctx.businessId), eq(webhookAttempts.messageId, messageId)))
    .orderBy(desc(webhookAttempts.number))
  return {
    message: toMessage(row, attempts[0]?.httpStatus ?? null),
    body: row.body,
    attempts: attempts.map(toDeliveryAttempt),
  }
}
