import { eq } from 'drizzle-orm'
import { businesses, memberships, users } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import type { InvitePersonInput } from './contract'
import { hashPassword, oneTimePassword } from './password'
import { isPlatformRole } from './words'

/** Creates a sign-in and returns its password, which is shown this once and stored as a hash. */
export async function invitePerson(ctx: OperatorCtx, input: InvitePersonInput): Promise<{ password: string }> {
  const { name, email, role } = input
  const businessId = isPlatformRole(role) ? null : await requireBusiness(ctx, input.businessId)
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
  if (businessId && !isPlatformRole(role)) {
    await ctx.db.insert(memberships).values({ userId: user.id, memberOf: businessId, role })
    await appendAudit(
      { ...ctx, businessId, projectId: null },
      { action: 'person.invited', target: user.id, detail: { role } },
    )
    return { password }
  }
  await appendPlatformAudit(ctx, { action: 'person.invited', target: user.id, detail: { role } })
  return { password }
}

async function requireBusiness({ db }: OperatorCtx, businessId: string | undefined): Promise<string> {
  if (!businessId) throw notFound('Business')
  const [business] = await db.select({ id: businesses.id }).from(businesses).where(eq(businesses.id, businessId))
  if (!business) throw notFound('Business')
  return business.id
}
