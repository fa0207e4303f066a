import { eq } from 'drizzle-orm'
import { passkeys, users } from '@/db/schema'
import type { PasskeySignInInput } from '@/schemas/people/passkeys'
import type { WorkerCtx } from '@/server/ctx'
import { openSession, type SignInFrom } from '@/server/people/open-session'
import { countSignInTry, forgiveChallenge, forgiveSignInTry } from '@/server/people/sign-in-delay'
import { holderOf } from './begin-passkey'
import { readAssertion } from './read-assertion'
import { passkeyRefused, recordPasskeyUse } from './take-passkey'

/**
 * Signs in by a passkey alone, which is both factors: it is held, and it verified its user. Returns the token for the
 * cookie. Says the same for an unknown passkey, a wrong signature and a person who is switched off. Throws
 * unauthenticated, rate_limited.
 */
export async function signInWithPasskey(
  ctx: WorkerCtx,
  { ticket, assertion, ...from }: PasskeySignInInput & SignInFrom,
): Promise<string> {
  const [person] = await ctx.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      isActive: users.isActive,
      platformRole: users.platformRole,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, assertion.id))
  // An unknown passkey counts as a separate account, so that it is delayed as a known one is.
  const guess = { email: person?.email ?? assertion.id, clientIp: from.clientIp }
  await countSignInTry(ctx, guess)
  const proven = await readAssertion(ctx, { assertion, purpose: 'sign_in', holder: holderOf(ticket) })
  if (!person?.isActive || !proven) throw passkeyRefused('unauthenticated')
  const token = await openSession(ctx, {
    person,
    from,
    refusal: () => passkeyRefused('unauthenticated'),
    confirm: async (account) => {
      if (!(await recordPasskeyUse(account, proven))) throw passkeyRefused('unauthenticated')
    },
  })
  await forgiveSignInTry(ctx, guess)
  await forgiveChallenge(ctx, from.clientIp)
  return token
}
