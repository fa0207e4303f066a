import { eq } from 'drizzle-orm'
import { users } from '@/db/schema'
import type { ChangePasswordInput, Person } from '@/schemas/people/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { type OperatorCtx, workerCtx } from '@/server/ctx'
import { notFound, validationError } from '@/server/errors'
import { hashPassword, isPassword } from './password'
import { revokeOtherSessions } from './revoke-session'
import { countSignInTry, forgiveSignInTry } from './sign-in-delay'

/**
 * Replaces the person's password and ends their other sessions. Wrong guesses of the present one are slowed like
 * sign-ins.
 */
export async function changePassword(
  ctx: OperatorCtx,
  { person, current, next }: ChangePasswordInput & { person: Person },
): Promise<void> {
  const guess = { email: person.email, clientIp: null }
  // In a separate transaction: a wrong guess must count although the rest is rolled back.
  await countSignInTry(workerCtx(), guess)
  // Locked: of two concurrent changes the second has to see the result of the first.
  const [user] = await ctx.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, person.id))
    .for('no key update')
  if (!user) throw notFound('Person')
  if (!(await isPassword(user.passwordHash, current))) throw validationError(['current: This is not your password.'])
  await forgiveSignInTry(ctx, guess)
  await ctx.db
    .update(users)
    .set({ passwordHash: await hashPassword(next) })
    .where(eq(users.id, person.id))
  await revokeOtherSessions(ctx, person)
  await appendPlatformAudit(ctx, { action: 'person.password_changed', target: person.id })
}
