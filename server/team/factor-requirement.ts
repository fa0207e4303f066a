import { and, eq, ne, not } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { businesses, memberships, users } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { FactorRequirement } from '@/schemas/team/contract'
import { appendAudit } from '@/server/audit/append-audit'
import { writeFactorRequirement } from '@/server/businesses/write-factor-requirement'
import type { TenantCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { ApiError } from '@/server/errors'
import { queueMails, wakeMails } from '@/server/mail/queue-mails'
import { factorRequirement } from '@/server/mail/templates/factor-requirement'
import { hasFactor } from '@/server/people/factors/has-factor'

/** Whether the business requires a second factor of its members. Takes the worker's handle. */
export async function getFactorRequirement(ctx: TenantCtx): Promise<FactorRequirement> {
  return { isRequired: (await readBusiness(ctx)).requiresFactor }
}

/**
 * Requires a second factor of every member from their next request on, or no longer does. Emails the members who lack
 * one, or the other owners. Throws failed for an owner without a second factor. Takes the worker's handle.
 */
export async function setFactorRequirement(
  ctx: TenantCtx & { projectId?: string },
  { isRequired, person }: FactorRequirement & { person: Person },
): Promise<void> {
  const { db, businessId } = ctx
  const { name, requiresFactor } = await readBusiness(ctx)
  if (requiresFactor === isRequired) return
  if (isRequired && !person.hasFactor) {
    throw new ApiError('failed', 'Add a second factor to your own account first.')
  }
  await writeFactorRequirement(ctx, isRequired)
  const action = isRequired ? 'business.second_factor_required' : 'business.second_factor_optional'
  await appendAudit({ ...ctx, projectId: null }, { action, target: businessId })
  const notified = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.memberOf, businessId),
        eq(users.isActive, true),
        ne(users.id, person.id),
        isRequired ? not(hasFactor) : eq(memberships.role, 'owner'),
      ),
    )
  const base = env().BASE_URL
  const url =
    isRequired || ctx.projectId === undefined ? `${base}/account/sessions` : `${base}/projects/${ctx.projectId}/team`
  const about = { businessName: name, changedBy: person.name, isRequired, url, at: ctx.now() }
  const onceKey = newId()
  const mails = notified.map((member) => ({
    ...factorRequirement({ ...about, name: member.name }),
    ...{ to: member.email, businessId: null, source: 'person', sourceId: member.id, onceKey },
  }))
  await queueMails(ctx, mails)
  ctx.afterCommit(wakeMails)
}

async function readBusiness({ db, businessId }: TenantCtx): Promise<{ name: string; requiresFactor: boolean }> {
  const [business] = await db
    .select({ name: businesses.name, requiresFactor: businesses.requiresFactor })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (!business) throw new Error('no such business')
  return business
}
