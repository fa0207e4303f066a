import { and, eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { sessions, users } from '@/db/schema'
import { secretId } from '@/db/secret-proof'
import type { SignInInput } from '@/schemas/people/contract'
import { CODE_NEEDED } from '@/schemas/people/words'
import { inAccount, type WorkerCtx } from '@/server/ctx'
import { slipwaySecrets } from '@/server/env'
import { ApiError } from '@/server/errors'
import { notifyFactorChange } from './factors/notify-factor-change'
import { hasSecondFactor, readCode, takeCode } from './factors/take-code'
import { notifyNewSignIn } from './notify-new-sign-in'
import { isPassword } from './password'
import { sessionTerms } from './session-terms'
import { createSessionToken, hashSessionToken } from './session-token'
import { countSignInTry, forgiveSignInTry } from './sign-in-delay'

type From = { clientIp: string | null; userAgent: string | null }

/**
 * Checks a password and, where the person has a second factor, a code; then opens a session and returns the token for
 * its cookie. There is no session before both are right. Says the same for a wrong password and an unknown account.
 * Throws unauthenticated with CODE_NEEDED where a code is missing.
 */
export async function signIn(ctx: WorkerCtx, input: SignInInput & From): Promise<string> {
  await countSignInTry(ctx, input)
  const [user] = await ctx.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      passwordHash: users.passwordHash,
      isActive: users.isActive,
      platformRole: users.platformRole,
    })
    .from(users)
    .where(eq(users.email, input.email))
  const matches = await isPassword(user?.isActive ? user.passwordHash : null, input.password)
  if (!user || !matches) throw wrong()
  // Once the password is right, guesses at the code are counted for the person, not for the network.
  await forgiveSignInTry(ctx, input)
  const hasCode = await checkCode(ctx, user, input.code)
  const token = createSessionToken()
  const now = ctx.now()
  const session = {
    id: newId(),
    tokenHash: hashSessionToken(token),
    userId: user.id,
    ip: input.clientIp,
    userAgent: input.userAgent?.slice(0, 300) ?? null,
    lastSeenAt: now,
    verifiedAt: now,
    expiresAt: new Date(now.getTime() + sessionTerms(user.platformRole).maxMs),
    secretId: secretId(slipwaySecrets()[0]),
  }
  await openSession({ session, person: user, hasCode })
  return token
}

async function checkCode(
  ctx: WorkerCtx,
  person: { id: string; name: string; email: string },
  code = '',
): Promise<boolean> {
  if (!(await hasSecondFactor(ctx, person.id))) return false
  if (code === '') throw new ApiError('unauthenticated', CODE_NEEDED)
  const read = await readCode(ctx, { userId: person.id, code })
  const actor = { type: 'user', id: person.id, name: person.name } as const
  await inAccount({ actor, requestId: newId() }, async (account) => {
    await takeCode({ ...account, now: ctx.now }, read)
    if (read.kind === 'recovery') await notifyFactorChange(account, { news: 'recovery_used', person })
  })
  return true
}

type Opening = {
  session: typeof sessions.$inferInsert & { id: string; ip: string | null; userAgent: string | null }
  person: { id: string; name: string; email: string; passwordHash: string }
  hasCode: boolean
}

/**
 * Checking a password takes a while. If the password was replaced or the person suspended meanwhile, the other sessions
 * are ended already, and this one would stay. The lock makes such a change come before, or see, the session.
 */
function openSession({ session, person, hasCode }: Opening): Promise<void> {
  const actor = { type: 'user', id: person.id, name: person.name } as const
  return inAccount({ actor, requestId: newId() }, async (account) => {
    const { db } = account
    const [user] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, session.userId), eq(users.passwordHash, person.passwordHash), eq(users.isActive, true)))
      .for('share')
    if (!user) throw wrong()
    // An app may have been added since it was looked for; adding one locks the person too.
    if (!hasCode && (await hasSecondFactor(account, person.id))) throw new ApiError('unauthenticated', CODE_NEEDED)
    await db.insert(sessions).values(session)
    await notifyNewSignIn(account, { session, person })
  })
}

function wrong(): ApiError {
  return new ApiError('unauthenticated', 'E-mail or password is wrong.')
}
