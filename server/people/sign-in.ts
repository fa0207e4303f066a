import { eq } from 'drizzle-orm'
import { sessions, users } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import type { SignInInput } from './contract'
import { isPassword } from './password'
import { sessionTerms } from './session-terms'
import { createSessionToken, hashSessionToken } from './session-token'
import { countSignInTry, forgiveSignInTry } from './sign-in-delay'

type From = { clientIp: string | null; userAgent: string | null }

/** Checks a password and opens a session; returns the token for its cookie. Says the same for a wrong password and an unknown account. */
export async function signIn(ctx: WorkerCtx, input: SignInInput & From): Promise<string> {
  await countSignInTry(ctx, input)
  const [user] = await ctx.db
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      isActive: users.isActive,
      platformRole: users.platformRole,
    })
    .from(users)
    .where(eq(users.email, input.email))
  const matches = await isPassword(user?.isActive ? user.passwordHash : null, input.password)
  if (!user || !matches) throw new ApiError('unauthenticated', 'E-mail or password is wrong.')
  await forgiveSignInTry(ctx, input)
  const token = createSessionToken()
  const now = ctx.now()
  await ctx.db.insert(sessions).values({
    tokenHash: hashSessionToken(token),
    userId: user.id,
    ip: input.clientIp,
    userAgent: input.userAgent?.slice(0, 300),
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + sessionTerms(user.platformRole).longestMs),
  })
  return token
}
