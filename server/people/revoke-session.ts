import { and, eq, isNull, ne } from 'drizzle-orm'
import { sessions } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { WorkerCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { hashSessionToken } from './session-token'

/** Ends one sign-in of the person; it is refused from the next request on. */
export async function revokeSession(ctx: WorkerCtx, input: { person: Person; sessionId: string }): Promise<void> {
  const [revoked] = await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(sessions.id, input.sessionId), eq(sessions.userId, input.person.id), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  if (!revoked) throw notFound('Session')
}

/** Ends every other sign-in of the person. */
export async function revokeOtherSessions(ctx: WorkerCtx, person: Person): Promise<number> {
  const revoked = await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(sessions.userId, person.id), ne(sessions.id, person.sessionId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return revoked.length
}

/** Sign-out: ends the session its own token names; a second time does nothing. */
export async function revokeSessionToken(ctx: WorkerCtx, token: string): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(sessions.tokenHash, hashSessionToken(token)), isNull(sessions.revokedAt)))
}

/** Ends all sign-ins of a person. */
export async function revokeSessionsOf({ db, now }: Pick<WorkerCtx, 'db' | 'now'>, userId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now() })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
}
