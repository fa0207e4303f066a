import { eq, inArray } from 'drizzle-orm'
import { users } from '@/db/schema'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { revokeLinksMadeBy, revokeLinksOf } from './links/revoke-links'
import { revokeSessionsOf } from './revoke-session'

/**
 * Switches a sign-in off or on again. Off ends its sessions at once, and its one-time links: those to the person, and
 * those that the person made for others.
 */
export async function setPersonActive(ctx: OperatorCtx, input: { personId: string; isActive: boolean }): Promise<void> {
  if (input.personId === ctx.actor.id) throw new ApiError('failed', 'You cannot switch off your own sign-in.')
  await requireActiveActor(ctx, input.personId)
  const [user] = await ctx.db
    .update(users)
    .set({ isActive: input.isActive })
    .where(eq(users.id, input.personId))
    .returning({ id: users.id, email: users.email })
  if (!user) throw notFound('Person')
  if (!input.isActive) {
    await revokeSessionsOf(ctx, user.id)
    await revokeLinksOf(ctx, user)
    await revokeLinksMadeBy(ctx, `user:${user.id}`)
  }
  const action = input.isActive ? 'person.switched_on' : 'person.switched_off'
  await appendPlatformAudit(ctx, { action, target: user.id })
}

/**
 * Two operators who suspend each other at once wait for each other here, in one order: else none would be left to undo
 * it.
 */
async function requireActiveActor({ db, actor }: OperatorCtx, personId: string): Promise<void> {
  const locked = await db
    .select({ id: users.id, isActive: users.isActive })
    .from(users)
    .where(inArray(users.id, [actor.id, personId]))
    .orderBy(users.id)
    .for('no key update')
  const isOff = locked.some(({ id, isActive }) => id === actor.id && !isActive)
  if (isOff) throw new ApiError('forbidden', 'Your own sign-in was switched off.')
}
