import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { passkeys, users } from '@/db/schema'
import type { PasskeyAssertion } from '@/schemas/people/passkeys'
import type { PasskeyPurpose } from '@/schemas/people/words'
import { inAccount, type WorkerCtx } from '@/server/ctx'
import { notifyFactorChange } from '@/server/people/factors/notify-factor-change'
import { consumeChallenge } from './challenges'
import { findRelyingParty } from './relying-party'
import { userHandle } from './user-handle'

type Answer = { assertion: PasskeyAssertion; purpose: PasskeyPurpose; holder: string }

/** A passkey whose signature was right. It counts once `recordPasskeyUse` noted it. */
export type VerifiedPasskey = { id: string; userId: string; counter: number; isBackedUp: boolean }

/**
 * Judges the answer of a passkey and uses its challenge up. Null if anything is wrong with it, without saying what. A
 * signature counter that does not grow is emailed to the person: the key may have been copied.
 */
export async function readAssertion(
  ctx: WorkerCtx,
  { assertion, purpose, holder }: Answer,
): Promise<VerifiedPasskey | null> {
  const { clientDataJSON, userHandle: handle } = assertion.response
  const expectedChallenge = await consumeChallenge(ctx, { purpose, holder, clientDataJSON })
  const party = findRelyingParty()
  if (expectedChallenge === null || party === null) return null
  const [passkey] = await ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, assertion.id))
  if (!passkey || (handle !== undefined && handle !== userHandle(passkey.userId).text)) return null
  const answer = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // The counter is compared below: the library refuses a wrong one as any other fault.
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
  }).catch(() => null)
  if (!answer?.verified) return null
  const { newCounter: counter, credentialBackedUp: isBackedUp } = answer.authenticationInfo
  if (!hasGrown(passkey.counter, counter)) {
    await warnOfCopy(passkey)
    return null
  }
  return { id: passkey.id, userId: passkey.userId, counter, isBackedUp }
}

/** WebAuthn, section 6.1.1: an authenticator that does not count answers zero each time. */
function hasGrown(known: number, counter: number): boolean {
  return counter > known || (counter === 0 && known === 0)
}

/** In a separate transaction: the answer is refused, and the warning has to stay. */
async function warnOfCopy({ userId, id, name }: { userId: string; id: string; name: string }): Promise<void> {
  const actor = { type: 'user', id: userId, name } as const
  await inAccount({ actor, requestId: newId() }, async (account) => {
    const [person] = await account.db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
    if (person) await notifyFactorChange(account, { news: 'passkey_copied', person, passkey: { id, name } })
  })
}
