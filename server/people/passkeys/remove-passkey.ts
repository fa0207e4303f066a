import { and, eq } from 'drizzle-orm'
import { passkeys, users } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { hasSecondFactor } from '@/server/people/factors/consume-code'
import { notifyFactorChange } from '@/server/people/factors/notify-factor-change'
import { dropRecoveryCodes } from '@/server/people/factors/recovery-codes'
import { isFactorRequired } from '@/server/people/factors/require-fresh-proof'
import { revokeOtherSessions } from '@/server/people/revoke-session'

/**
 * Removes one of the person's passkeys and ends their other sessions; the last second factor is removed with its
 * recovery codes. Throws not_found, and forbidden for the last second factor of a person who must have one.
 */
export async function removePasskey(
  ctx: OperatorCtx,
  { person, passkeyId }: { person: Person; passkeyId: string },
): Promise<void> {
  const { db } = ctx
  // Locked, so that of two removals at once one sees that it takes the last.
  await db.select({ id: users.id }).from(users).where(eq(users.id, person.id)).for('no key update')
  const [removed] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, person.id)))
    .returning({ id: passkeys.id, name: passkeys.name })
  if (!removed) throw notFound('Passkey')
  if (!(await hasSecondFactor(ctx, person.id))) {
    if (isFactorRequired(person)) {
      throw new ApiError(
        'forbidden',
        'You are required to have a second factor. Add another one before you remove this.',
      )
    }
    await dropRecoveryCodes(ctx, person.id)
  }
  await revokeOtherSessions(ctx, person)
  await notifyFactorChange(ctx, { news: 'passkey_removed', person, passkey: removed })
}
