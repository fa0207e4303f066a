import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { businesses, memberships, sessions, users } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { BusinessRole } from '@/schemas/people/words'
import type { WorkerCtx } from '@/server/ctx'
import { hasFactor } from './factors/has-factor'
import { sessionTerms } from './session-terms'
import { hashSessionToken } from './session-token'

/** "Last seen" is written at most this often. */
const SEEN_EVERY_MS = 60_000

/**
 * The person behind a session token, or null when the session ended, idled out or was revoked. Asked on every request.
 */
export async function findPerson(ctx: WorkerCtx, sessionToken: string): Promise<Person | null> {
  const now = ctx.now()
  const [row] = await ctx.db
    .select({
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      id: users.id,
      name: users.name,
      email: users.email,
      platformRole: users.platformRole,
      verifiedAt: sessions.verifiedAt,
      hasFactor,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, hashSessionToken(sessionToken)),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        eq(users.isActive, true),
      ),
    )
  if (!row) return null
  const idleMs = now.getTime() - row.lastSeenAt.getTime()
  if (idleMs > sessionTerms(row.platformRole).idleMs) return null
  if (idleMs > SEEN_EVERY_MS) await markSeen(ctx, row.sessionId, now)
  const { lastSeenAt: _lastSeenAt, ...about } = row
  return { ...about, memberships: await membershipsOf(ctx, row.id) }
}

async function markSeen({ db }: WorkerCtx, sessionId: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, now)))
}

async function membershipsOf({ db }: WorkerCtx, userId: string): Promise<Person['memberships']> {
  return db
    .select({
      businessId: memberships.memberOf,
      businessName: businesses.name,
      role: sql<BusinessRole>`${memberships.role}`,
      requiresFactor: businesses.requiresFactor,
    })
    .from(memberships)
    .innerJoin(businesses, eq(businesses.id, memberships.memberOf))
    .where(eq(memberships.userId, userId))
    .orderBy(businesses.name)
}
