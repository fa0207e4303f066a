import { and, eq, sql } from 'drizzle-orm'
import { businesses, memberships, projects, users } from '@/db/schema'
import type { BusinessDetail } from '@/schemas/businesses/contract'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { type ActivityRow, readActivity } from './read-activity'
import { toActivity, toBusinessDetail, toMember, toProjectOfBusiness } from './view'

/** One customer with its projects, people and recent activity. */
export async function getBusiness(ctx: OperatorCtx, businessId: string): Promise<BusinessDetail> {
  const [business] = await ctx.db
    .select()
    .from(businesses)
    .where(and(eq(businesses.id, businessId), eq(businesses.kind, 'customer')))
  if (!business) throw notFound('Business')
  const activity = await readActivity(ctx, businessId)
  return toBusinessDetail(business, {
    activity: toActivity(activity),
    projects: await projectsOf(ctx, businessId, activity),
    people: await peopleOf(ctx, businessId),
  })
}

async function projectsOf(
  { db }: OperatorCtx,
  businessId: string,
  activity: readonly ActivityRow[],
): Promise<BusinessDetail['projects']> {
  const rows = await db
    .select({
      id: projects.id,
      name: projects.name,
      status: projects.status,
      testnetsOnly: projects.testnetsOnly,
      createdAt: projects.createdAt,
      liveKeys: sql<number>`(select count(*)::int from api_keys k where k.project_id = projects.id
        and k.environment = 'live' and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()))`,
    })
    .from(projects)
    .where(eq(projects.businessId, businessId))
    .orderBy(projects.createdAt)
  return rows.map(({ liveKeys, ...row }) =>
    toProjectOfBusiness(row, {
      liveKeys,
      activity: toActivity(activity.filter(({ projectId }) => projectId === row.id)),
    }),
  )
}

async function peopleOf({ db }: OperatorCtx, businessId: string): Promise<BusinessDetail['people']> {
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email, role: memberships.role, isActive: users.isActive })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.memberOf, businessId))
    .orderBy(users.name)
  return rows.map(toMember)
}
