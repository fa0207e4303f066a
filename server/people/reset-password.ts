import { and, eq, isNull } from 'drizzle-orm'
import { sessions, users } from '@/db/schema'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { hashPassword, oneTimePassword } from './password'

/** Gives a person a new password, shown this once, and signs them out everywhere. */
export async function resetPassword(ctx: OperatorCtx, input: { personId: string }): Promise<{ password: string }> {
  const password = oneTimePassword()
  const [user] = await ctx.db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, input.personId))
    .returning({ id: users.id })
  if (!user) throw notFound('Person')
  await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(sessions.userId, user.id), isNull(sessions.revokedAt)))
  await appendPlatformAudit(ctx, { action: 'person.password_reset', target: user.id })
  return { password }
}
