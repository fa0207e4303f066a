import { and, eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { users } from '@/db/schema'
import type { ConfirmEmailInput } from '@/schemas/people/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { isDuplicate } from '@/server/database/is-duplicate'
import { env } from '@/server/env'
import { ApiError } from '@/server/errors'
import { queueMails, wakeMails } from '@/server/mail/queue-mails'
import { emailChanged } from '@/server/mail/templates/email-change'
import { consumeLink, linkGone, requireOpenLink } from './consume-link'
import { revokeLinksOf } from './revoke-links'

/**
 * Makes the address that a link was emailed to the sign-in address of its person, and notifies the old one. Throws
 * failed for a link that is used up, conflict if another account has the address.
 */
export async function confirmEmail(ctx: OperatorCtx, { token }: ConfirmEmailInput): Promise<{ email: string }> {
  const link = await requireOpenLink(ctx, { token, kind: 'email_change' })
  const { email, userId } = link
  if (userId === null) throw linkGone()
  const [user] = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true)))
    .for('update')
  if (!user) throw linkGone()
  await consumeLink(ctx, link)
  if ((await ctx.db.$count(users, eq(users.email, email))) > 0) throw taken()
  await ctx.db.update(users).set({ email }).where(eq(users.id, userId)).catch(refuseTaken)
  // A link to set the password is good for the old address only.
  await revokeLinksOf(ctx, user)
  const change = { name: user.name, url: `${env().BASE_URL}/sign-in`, to: email, changedAt: ctx.now() }
  const about = { businessId: null, source: 'person', sourceId: user.id, onceKey: newId() }
  await queueMails(ctx, [{ ...emailChanged(change), ...about, to: user.email }])
  ctx.afterCommit(wakeMails)
  const actor = { type: 'user', id: user.id, name: user.name } as const
  const detail = { from: user.email, to: email }
  await appendPlatformAudit({ ...ctx, actor }, { action: 'person.email_changed', target: user.id, detail })
  return { email }
}

function taken(): ApiError {
  return new ApiError('conflict', 'Another account already has this email address.')
}

/** Another account was opened with the address since it was checked. */
function refuseTaken(error: unknown): never {
  throw isDuplicate(error) ? taken() : error
}
