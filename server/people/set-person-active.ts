import { and, eq, isNull } from 'drizzle-orm'
import { sessions, users } from '@/db/schema'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'

/** Switches a sign-in off or on again; off ends its sessions at once. */
export async function setPersonActive(ctx: OperatorCtx, input: { personId: string; isActive: boolean }): Promise<void> {
  if (input.personId === ctx.actor.id) throw new ApiError('failed', 'You cannot switch off your own sign-in.')
  const [user] = await ctx.db
    .update(users)
    .set({ isActive: input.isActive })
    .where(eq(users.id, input.personId))
    .returning({ id: users.id })
  if (!user) throw notFound('Person')
  if (!input.isActive) await endSessions(ctx, user.id)
  const action = input.isActive ? 'person.switched_on' : 'person.switched_off'
  await appendPlatformAudit(ctx, { action, target: user.id })
}

async function endSessions(ctx: OperatorCtx, userId: string): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
}
