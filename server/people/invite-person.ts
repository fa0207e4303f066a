import { and, eq } from 'drizzle-orm'
import { businesses, memberships, users } from '@/db/schema'
import type { InvitePersonInput } from '@/schemas/people/contract'
import { isPlatformRole } from '@/schemas/people/words'
import { appendAudit } from '@/server/audit/append-audit'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { requireCustomer } from '@/server/businesses/require-customer'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { invitation } from '@/server/mail/templates/invitation'
import { type CreatedLink, createLink } from './links/create-link'

type Invite = Omit<InvitePersonInput, 'name'> & { name: string | null; isHandedOver?: boolean }

/**
 * Emails an invitation into a business, or to the platform itself; the account is opened when it is accepted. Does not
 * reveal accounts elsewhere. Throws not_found for an unknown business, conflict for a member of it, or, for an
 * invitation to the platform, for any address with an account.
 */
export async function invitePerson(
  ctx: OperatorCtx,
  { name, email, role, businessId, isHandedOver }: Invite,
): Promise<CreatedLink> {
  const { db } = ctx
  const detail = { role, email }
  if (isPlatformRole(role)) {
    if ((await db.$count(users, eq(users.email, email))) > 0) {
      throw new ApiError('conflict', 'Another account already has this email address.')
    }
    const write = (facts: { url: string; expiresAt: Date }) => invitation({ name, businessName: null, role, ...facts })
    const created = await createLink(ctx, { kind: 'invitation', email, name, role, isHandedOver, write })
    await appendPlatformAudit(ctx, { action: 'person.invited', target: created.id, detail })
    return created
  }
  const memberOf = await requireCustomer(ctx, businessId)
  const [member] = await db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.memberOf, memberOf), eq(users.email, email)))
  if (member) throw new ApiError('conflict', 'This person belongs to the business already.')
  const [business] = await db.select({ name: businesses.name }).from(businesses).where(eq(businesses.id, memberOf))
  const businessName = business?.name ?? ''
  const write = (facts: { url: string; expiresAt: Date }) => invitation({ name, businessName, role, ...facts })
  const created = await createLink(ctx, { kind: 'invitation', email, name, role, memberOf, isHandedOver, write })
  await appendAudit(
    { ...ctx, businessId: memberOf, projectId: null },
    { action: 'person.invited', target: created.id, detail },
  )
  return created
}
