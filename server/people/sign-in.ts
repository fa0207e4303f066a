import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { users } from '@/db/schema'
import type { SignInInput } from '@/schemas/people/contract'
import { CODE_NEEDED } from '@/schemas/people/words'
import { inAccount, type WorkerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { consumeCode, hasSecondFactor, readCode } from './factors/consume-code'
import { notifyFactorChange } from './factors/notify-factor-change'
import { openSession, type SignInFrom } from './open-session'
import { holderOf } from './passkeys/begin-passkey'
import { takePasskey } from './passkeys/take-passkey'
import { isPassword } from './password'
import { countSignInTry, forgiveChallenge, forgiveSignInTry } from './sign-in-delay'

/**
 * Checks a password and, if the person has a second factor, a code or a passkey; then opens a session and returns the
 * token for its cookie. There is no session before both are right. A wrong password and an unknown account have the
 * same error. Throws unauthenticated with CODE_NEEDED if the second factor is missing.
 */
export async function signIn(ctx: WorkerCtx, input: SignInInput & SignInFrom): Promise<string> {
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
  const isConfirmed = await checkFactor(ctx, user, input)
  return openSession(ctx, {
    person: user,
    from: input,
    refusal: wrong,
    confirm: async (account, { passwordHash }) => {
      if (passwordHash !== user.passwordHash) throw wrong()
      // A factor may have been added since it was looked for; adding one locks the person too.
      if (!isConfirmed && (await hasSecondFactor(account, user.id))) throw factorNeeded()
    },
  })
}

/** False if the person has no second factor. */
async function checkFactor(
  ctx: WorkerCtx,
  person: { id: string; name: string; email: string },
  { code = '', passkey, clientIp }: Pick<SignInInput, 'code' | 'passkey'> & Pick<SignInFrom, 'clientIp'>,
): Promise<boolean> {
  if (!(await hasSecondFactor(ctx, person.id))) return false
  if (passkey) {
    const { ticket, assertion } = passkey
    await takePasskey(ctx, { userId: person.id, assertion, purpose: 'sign_in', holder: holderOf(ticket) })
    await forgiveChallenge(ctx, clientIp)
    return true
  }
  if (code === '') throw factorNeeded()
  const read = await readCode(ctx, { userId: person.id, code })
  const actor = { type: 'user', id: person.id, name: person.name } as const
  await inAccount({ actor, requestId: newId() }, async (account) => {
    await consumeCode({ ...account, now: ctx.now }, read)
    if (read.kind === 'recovery') await notifyFactorChange(account, { news: 'recovery_used', person })
  })
  return true
}

function factorNeeded(): ApiError {
  return new ApiError('unauthenticated', CODE_NEEDED)
}

function wrong(): ApiError {
  return new ApiError('unauthenticated', 'Email or password is wrong.')
}
