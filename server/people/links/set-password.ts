import { and, eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { users } from '@/db/schema'
import type { SetPasswordInput } from '@/schemas/people/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { queueMails, wakeMails } from '@/server/mail/queue-mails'
import { passwordChanged } from '@/server/mail/templates/password-reset'
import { hashPassword } from '@/server/people/password'
import { revokeSessionsOf } from '@/server/people/revoke-session'
import { consumeLink, linkGone, requireOpenLink } from './consume-link'

/**
 * Sets the password of the person the link was emailed to and ends all their sessions. Throws failed for a link that is
 * used up.
 */
export async function setPassword(ctx: OperatorCtx, input: SetPasswordInput): Promise<{ email: string }> {
  const link = await requireOpenLink(ctx, { token: input.token, kind: 'password_reset' })
  const { email } = link
  const passwordHash = await hashPassword(input.password)
  // Before the link: suspending the person locks in this order too.
  const [user] = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.email, email), eq(users.isActive, true)))
    .for('no key update')
  if (!user) throw linkGone()
  await consumeLink(ctx, link)
  await ctx.db.update(users).set({ passwordHash }).where(eq(users.id, user.id))
  await revokeSessionsOf(ctx, user.id)
  const mail = passwordChanged({ name: user.name, url: `${env().BASE_URL}/sign-in`, changedAt: ctx.now() })
  const about = { businessId: null, source: 'person', sourceId: user.id, onceKey: newId() }
  await queueMails(ctx, [{ ...mail, ...about, to: email }])
  ctx.afterCommit(wakeMails)
  const actor = { type: 'user', id: user.id, name: user.name } as const
  await appendPlatformAudit({ ...ctx, actor }, { action: 'person.password_set', target: user.id })
  return { email }
}
