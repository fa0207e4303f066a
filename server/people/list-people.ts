import { eq, max } from 'drizzle-orm'
import { businesses, memberships, sessions, users } from '@/db/schema'
import type { PersonView } from '@/schemas/people/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { toPerson } from './view'

/** Everybody who can sign in, by name. */
export async function listPeople({ db }: OperatorCtx): Promise<Rows<PersonView>> {
  const people = await db.select().from(users).orderBy(users.name)
  const roles = await db
    .select({
      userId: memberships.userId,
      businessId: memberships.memberOf,
      businessName: businesses.name,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(businesses, eq(businesses.id, memberships.memberOf))
  const seen = await db
    .select({ userId: sessions.userId, lastSeenAt: max(sessions.lastSeenAt) })
    .from(sessions)
    .groupBy(sessions.userId)
  const lastSeen = new Map(seen.map((row) => [row.userId, row.lastSeenAt]))
  return {
    items: people.map((person) => {
      const own = roles.filter(({ userId }) => userId === person.id)
      return toPerson(person, { roles: own, lastSeenAt: lastSeen.get(person.id) ?? null })
    }),
  }
}
