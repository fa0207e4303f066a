import { eq } from 'drizzle-orm'
import { passkeys, totpSecrets, users } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { revokeOtherSessions, revokeSessionsOf } from '@/server/people/revoke-session'
import { hasSecondFactor } from './consume-code'
import { notifyFactorChange } from './notify-factor-change'
import { dropRecoveryCodes, writeRecoveryCodes } from './recovery-codes'
import { isFactorRequired } from './require-fresh-proof'

/**
 * Removes the person's authenticator app and ends their other sessions; the last second factor is removed with its
 * recovery codes. Throws forbidden for the last one of a person who must have one, failed without an app.
 */
export async function removeFactor(ctx: OperatorCtx, person: Person): Promise<void> {
  if (!(await dropApp(ctx, person.id))) throw none()
  if (!(await hasSecondFactor(ctx, person.id))) {
    if (isFactorRequired(person)) {
      throw new ApiError('forbidden', 'You are required to have a second factor. Replace it instead.')
    }
    await dropRecoveryCodes(ctx, person.id)
  }
  await revokeOtherSessions(ctx, person)
  await notifyFactorChange(ctx, { news: 'removed', person })
}

/** Replaces the recovery codes with ten new ones. Throws failed without a second factor. */
export async function replaceRecoveryCodes(ctx: OperatorCtx, person: Person): Promise<{ recoveryCodes: string[] }> {
  if (!(await hasSecondFactor(ctx, person.id))) throw none()
  const codes = await writeRecoveryCodes(ctx, person.id)
  await notifyFactorChange(ctx, { news: 'codes_replaced', person })
  return { recoveryCodes: codes }
}

/**
 * Resets the second factors of a person who lost their device, and ends all their sessions. Throws not_found, failed if
 * the person has none.
 */
export async function resetFactor(ctx: OperatorCtx, { personId }: { personId: string }): Promise<void> {
  const [person] = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, personId))
  if (!person) throw notFound('Person')
  const hadApp = await dropApp(ctx, personId)
  const dropped = await ctx.db.delete(passkeys).where(eq(passkeys.userId, personId)).returning({ id: passkeys.id })
  if (!hadApp && dropped.length === 0) throw new ApiError('failed', 'This person has no second factor.')
  await dropRecoveryCodes(ctx, personId)
  await revokeSessionsOf(ctx, personId)
  await notifyFactorChange(ctx, { news: 'reset', person })
}

/** Deletes the person's authenticator app, with one that waits for its first code. False if none worked. */
async function dropApp({ db }: Pick<OperatorCtx, 'db'>, userId: string): Promise<boolean> {
  // Locked, so that of two removals at once one sees that it takes the last.
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const dropped = await db.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).returning({
    confirmedAt: totpSecrets.confirmedAt,
  })
  return dropped.some(({ confirmedAt }) => confirmedAt !== null)
}

function none(): ApiError {
  return new ApiError('failed', 'You have no second factor.')
}
