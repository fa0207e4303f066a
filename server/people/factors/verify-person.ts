import { and, eq, isNull } from 'drizzle-orm'
import { sessions, users } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { PasskeyAssertion } from '@/schemas/people/passkeys'
import { type OperatorCtx, workerCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { takePasskey } from '@/server/people/passkeys/take-passkey'
import { isPassword } from '@/server/people/password'
import { countSignInTry, forgiveSignInTry } from '@/server/people/sign-in-delay'
import { consumeCode, hasSecondFactor, type ReadCode } from './consume-code'
import { notifyFactorChange } from './notify-factor-change'

type Verification = {
  person: Person
  code: ReadCode | null
  passkey?: PasskeyAssertion | undefined
  password?: string | undefined
}

/**
 * Verifies the signed-in person again and records the time in the session: by a code or a passkey if they have a second
 * factor, else by their password. Throws invalid for a wrong one, rate_limited.
 */
export async function verifyPerson(ctx: OperatorCtx, { person, code, passkey, password }: Verification): Promise<void> {
  // Read again within the transaction: a second factor may have been added since the request began.
  if (await hasSecondFactor(ctx, person.id)) {
    await takeFactor(ctx, { person, code, passkey })
  } else {
    await requirePassword(ctx, { person, password: password ?? '' })
  }
  const ofSession = and(eq(sessions.id, person.sessionId), isNull(sessions.revokedAt))
  await ctx.db.update(sessions).set({ verifiedAt: ctx.now() }).where(ofSession)
  if (code?.kind === 'recovery') await notifyFactorChange(ctx, { news: 'recovery_used', person })
}

async function takeFactor(ctx: OperatorCtx, { person, code, passkey }: Omit<Verification, 'password'>): Promise<void> {
  if (passkey) {
    const held = { purpose: 'proof', holder: person.sessionId } as const
    return takePasskey(ctx, { ...held, userId: person.id, assertion: passkey })
  }
  if (!code) throw new ApiError('invalid', 'Enter a code of your authenticator app, or use a passkey.')
  await consumeCode(ctx, code)
}

async function requirePassword(
  ctx: OperatorCtx,
  { person, password }: { person: Person; password: string },
): Promise<void> {
  const guess = { email: person.email, clientIp: null }
  // On its own connection: a wrong guess must count although it undoes the rest.
  await countSignInTry(workerCtx(), guess)
  const [user] = await ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, person.id))
  if (!user) throw notFound('Person')
  if (!(await isPassword(user.passwordHash, password))) {
    throw new ApiError('invalid', 'This is not your password.')
  }
  await forgiveSignInTry(ctx, guess)
}
