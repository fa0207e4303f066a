import { eq } from 'drizzle-orm'
import { mailMessages } from '@/db/schema'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { ApiError, notFound } from '@/server/errors'
import { LINK_SOURCE } from './is-link-usable'
import { wakeMails } from './queue-mails'

/**
 * Queues an email again: the same text to the same address. Throws not_found, and failed if it is queued already or
 * this installation sends no emails.
 */
export async function resendMail(ctx: OperatorCtx, { mailId }: { mailId: string }): Promise<void> {
  const [mail] = await ctx.db.select().from(mailMessages).where(eq(mailMessages.id, mailId)).for('update')
  if (!mail) throw notFound('Email')
  if (mail.status === 'pending') throw new ApiError('failed', 'This email is already queued')
  if (mail.channelId !== null) throw new ApiError('failed', 'Alarms are sent once: send a test alarm to the channel')
  if (mail.source === LINK_SOURCE) throw new ApiError('failed', 'One-time links are emailed once: send a new one')
  if (env().SMTP_URL === undefined) throw new ApiError('failed', 'No SMTP_URL is set: this installation sends no email')
  const at = ctx.now()
  await ctx.db
    .update(mailMessages)
    .set({ status: 'pending', attemptCount: 0, queuedAt: at, nextAttemptAt: at, error: null, updatedAt: at })
    .where(eq(mailMessages.id, mailId))
  await appendPlatformAudit(ctx, { action: 'mail.resent', target: mailId, detail: { kind: mail.kind } })
  ctx.afterCommit(wakeMails)
}
