import { eq } from 'drizzle-orm'
import { recoveryCodes, totpSecrets, users } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { revokeOtherSessions, revokeSessionsOf } from '@/server/people/revoke-session'
import { notifyFactorChange } from './notify-factor-change'
import { writeRecoveryCodes } from './recovery-codes'
import { isFactorRequired } from './require-fresh'
import { hasSecondFactor } from './take-code'

/**
 * Removes the person's own second factor and ends their other sessions. Throws forbidden where it is required of them,
 * failed without one.
 */
export async function removeFactor(ctx: OperatorCtx, person: Person): Promise<void> {
  if (isFactorRequired(person)) throw new ApiError('forbidden', 'Your role needs a second factor. Replace it instead.')
  if (!(await dropFactor(ctx, person.id))) throw none()
  await revokeOtherSessions(ctx, person)
  await notifyFactorChange(ctx, { news: 'removed', person })
}

/** Ten new recovery codes in place of the former. Throws failed without a second factor. */
export async function replaceRecoveryCodes(ctx: OperatorCtx, person: Person): Promise<{ recoveryCodes: string[] }> {
  if (!(await hasSecondFactor(ctx, person.id))) throw none()
  const codes = await writeRecoveryCodes(ctx, person.id)
  await notifyFactorChange(ctx, { news: 'codes_replaced', person })
  return { recoveryCodes: codes }
}

/**
 * Resets the second factor of a person who lost their device, and ends all their sessions. Throws not_found, failed
 * without one.
 */
export async function resetFactor(ctx: OperatorCtx, { personId }: { personId: string }): Promise<void> {
  const [person] = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, personId))
  if (!person) throw notFound('Person')
  if (!(await dropFactor(ctx, personId))) throw new ApiError('failed', 'This person has no second factor.')
  await revokeSessionsOf(ctx, personId)
  await notifyFactorChange(ctx, { news: 'reset', person })
}

async function dropFactor({ db }: Pick<OperatorCtx, 'db'>, userId: string): Promise<boolean> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const dropped = await db.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).returning({
    confirmedAt: totpSecrets.confirmedAt,
  })
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return dropped.some(({ confirmedAt }) => confirmedAt !== null)
}

function none(): ApiError {
  return new ApiError('failed', 'You have no second factor.')
}
