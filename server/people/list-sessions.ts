import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { sessions } from '@/db/schema'
import type { Person, SessionView } from '@/schemas/people/contract'
import type { WorkerCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { sessionTerms } from './session-terms'
import { toSession } from './view'

/** The person's sign-ins that still work, newest use first. */
export async function listSessions({ db, now }: WorkerCtx, person: Person): Promise<Rows<SessionView>> {
  const idleSince = new Date(now().getTime() - sessionTerms(person.platformRole).idleMs)
  const rows = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, person.id),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now()),
        gt(sessions.lastSeenAt, idleSince),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt))
  return { items: rows.map((row) => toSession(row, person.sessionId)) }
}
