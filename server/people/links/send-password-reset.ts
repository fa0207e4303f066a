import { eq } from 'drizzle-orm'
import { users } from '@/db/schema'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { passwordReset } from '@/server/mail/templates/password-reset'
import { revokeSessionsOf } from '@/server/people/revoke-session'
import { type CreatedLink, createLink } from './create-link'

type SendPasswordReset = { personId: string; isHandedOver?: boolean }

/**
 * Signs a person out everywhere and emails them a link to set a new password. Throws not_found, and failed if their
 * sign-in is switched off.
 */
export async function sendPasswordReset(
  ctx: OperatorCtx,
  { personId, isHandedOver }: SendPasswordReset,
): Promise<CreatedLink> {
  const [user] = await ctx.db
    .select({ email: users.email, isActive: users.isActive })
    .from(users)
    .where(eq(users.id, personId))
    .for('no key update')
  if (!user) throw notFound('Person')
  if (!user.isActive) throw new ApiError('failed', 'The sign-in of this person is switched off.')
  const created = await createLink(ctx, {
    kind: 'password_reset',
    email: user.email,
    isHandedOver,
    write: passwordReset,
  })
  await revokeSessionsOf(ctx, personId)
  await appendPlatformAudit(ctx, { action: 'person.password_reset', target: personId })
  return created
}
