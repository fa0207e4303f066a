import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { passkeys, users } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { AddPasskeyInput } from '@/schemas/people/passkeys'
import { MAX_PASSKEYS } from '@/schemas/people/words'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { hasSecondFactor } from '@/server/people/factors/consume-code'
import { notifyFactorChange } from '@/server/people/factors/notify-factor-change'
import { writeRecoveryCodes } from '@/server/people/factors/recovery-codes'
import { revokeOtherSessions } from '@/server/people/revoke-session'
import { tooMany } from './begin-passkey'
import { consumeChallenge } from './challenges'
import { requireRelyingParty } from './relying-party'
import { knownTransports } from './transports'

/**
 * Adds a passkey by its answer to the challenge of `beginPasskey`. The first second factor of a person ends their other
 * sessions and answers ten recovery codes; null otherwise. Throws failed for an answer that is wrong, late or given
 * before, for a passkey that was added before, and for an eleventh.
 */
export async function addPasskey(
  ctx: OperatorCtx,
  { person, name, attestation }: AddPasskeyInput & { person: Person },
): Promise<{ recoveryCodes: string[] | null }> {
  const { db } = ctx
  const registration = await readAttestation(ctx, { person, attestation })
  if (!registration) throw new ApiError('failed', 'This passkey was not added. Start again.')
  const { credential, credentialDeviceType, credentialBackedUp } = registration
  // Locked, so that of two at once the second sees the first.
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, person.id)).for('no key update')
  if (!user) throw notFound('Person')
  const isFirst = !(await hasSecondFactor(ctx, person.id))
  if ((await db.$count(passkeys, eq(passkeys.userId, person.id))) >= MAX_PASSKEYS) throw tooMany()
  const id = newId()
  const added = await db
    .insert(passkeys)
    .values({
      id,
      userId: person.id,
      name,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: knownTransports(attestation.response.transports ?? []),
      isSyncable: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
    })
    .onConflictDoNothing()
    .returning({ id: passkeys.id })
  if (added.length === 0) throw new ApiError('failed', 'This passkey was added before.')
  const recoveryCodes = isFirst ? await writeRecoveryCodes(ctx, person.id) : null
  if (isFirst) await revokeOtherSessions(ctx, person)
  await notifyFactorChange(ctx, { news: 'passkey_added', person, passkey: { id, name } })
  return { recoveryCodes }
}

async function readAttestation(
  ctx: OperatorCtx,
  { person, attestation }: Pick<AddPasskeyInput, 'attestation'> & { person: Person },
) {
  const { clientDataJSON } = attestation.response
  const held = { purpose: 'add', holder: person.sessionId } as const
  const expectedChallenge = await consumeChallenge(ctx, { ...held, clientDataJSON })
  if (expectedChallenge === null) return null
  const party = requireRelyingParty()
  const { transports: _, ...response } = attestation.response
  const answer = await verifyRegistrationResponse({
    response: { ...attestation, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => null)
  return answer?.verified ? answer.registrationInfo : null
}
