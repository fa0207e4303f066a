import { memberships, users } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { requireCustomer } from '@/server/businesses/require-customer'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import type { InvitePersonInput } from './contract'
import { hashPassword, oneTimePassword } from './password'
import { isPlatformRole } from './words'

/** Creates a sign-in and returns its password, which is shown this once and stored as a hash. */
export async function invitePerson(ctx: OperatorCtx, input: InvitePersonInput): Promise<{ password: string }> {
  const { name, email, role } = input
  const membership = isPlatformRole(role) ? null : { role, memberOf: await requireCustomer(ctx, input.businessId) }
  const password = oneTimePassword()
  const [user] = await ctx.db
    .insert(users)
    .values({
      name,
      email,
      passwordHash: await hashPassword(password),
      platformRole: isPlatformRole(role) ? role : null,
    })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (!user) throw new ApiError('conflict', 'Somebody already signs in with this e-mail address.')
  const entry = { action: 'person.invited', target: user.id, detail: { role } }
  if (membership) {
    await ctx.db.insert(memberships).values({ userId: user.id, ...membership })
    await appendAudit({ ...ctx, businessId: membership.memberOf, projectId: null }, entry)
    return { password }
  }
  await appendPlatformAudit(ctx, entry)
  return { password }
}
