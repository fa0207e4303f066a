import { eq, max } from 'drizzle-orm'
import { memberships, sessions, users } from '@/db/schema'
import type { MemberView } from '@/schemas/team/contract'
import type { TenantCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { hasFactor } from '@/server/people/factors/has-factor'
import { toTeamMember } from './view'

/** The members of the business, by name. `showsFactors` includes who has a second factor. Takes the worker's handle. */
export async function listMembers(
  { db, businessId, actor }: TenantCtx,
  { showsFactors }: { showsFactors: boolean },
): Promise<Rows<MemberView>> {
  const isMember = eq(memberships.memberOf, businessId)
  const rows = await db
    .select({ membership: memberships, user: users, hasFactor })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isMember)
    .orderBy(users.name, users.id)
  const seen = await db
    .select({ userId: sessions.userId, lastSeenAt: max(sessions.lastSeenAt) })
    .from(sessions)
    .innerJoin(memberships, eq(memberships.userId, sessions.userId))
    .where(isMember)
    .groupBy(sessions.userId)
  const lastSeen = new Map(seen.map((row) => [row.userId, row.lastSeenAt]))
  return {
    items: rows.map(({ membership, user, ...row }) =>
      toTeamMember(
        { ...user, ...membership },
        {
          lastSeenAt: lastSeen.get(user.id) ?? null,
          hasFactor: showsFactors ? row.hasFactor : null,
          me: actor.id,
        },
      ),
    ),
  }
}
