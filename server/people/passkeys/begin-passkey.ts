import { createHash, randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { asc, eq } from 'drizzle-orm'
import { passkeys } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import { MAX_PASSKEYS } from '@/schemas/people/words'
import { type OperatorCtx, type WorkerCtx, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { countChallenge } from '@/server/people/sign-in-delay'
import { CHALLENGE_MS, storeChallenge } from './challenges'
import { requireRelyingParty } from './relying-party'
import { knownTransports } from './transports'
import { userHandle } from './user-handle'

type Ctx = Pick<OperatorCtx, 'db' | 'now'>

/**
 * Begins to add a passkey. Returns the options of `navigator.credentials.create`, which can be answered for five
 * minutes. The passkey has to verify its user and to be found without an account name. Throws failed if the person has
 * ten already.
 */
export async function beginPasskey(ctx: Ctx, person: Person): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const party = requireRelyingParty()
  const own = await credentialsOf(ctx, person.id)
  if (own.length >= MAX_PASSKEYS) throw tooMany()
  const options = await generateRegistrationOptions({
    rpName: 'Slipway',
    rpID: party.id,
    userID: userHandle(person.id).bytes,
    userName: person.email,
    userDisplayName: person.name,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(ctx, { purpose: 'add', holder: person.sessionId, challenge: options.challenge })
  return options
}

/** Begins a fresh proof by one of the person's passkeys. Throws failed if they have none. */
export async function beginPasskeyProof(ctx: Ctx, person: Person): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const allowCredentials = await credentialsOf(ctx, person.id)
  if (allowCredentials.length === 0) throw new ApiError('failed', 'You have no passkey.')
  const options = await requestOptions({ allowCredentials })
  await storeChallenge(ctx, { purpose: 'proof', holder: person.sessionId, challenge: options.challenge })
  return options
}

/**
 * Begins a sign-in by any passkey, for a person who is not known yet. The response must have the `ticket`, so that
 * another visitor cannot use it. Throws rate_limited for a network that begins too many and completes none.
 */
export async function beginPasskeySignIn(
  ctx: Ctx,
  { clientIp }: { clientIp: string | null },
): Promise<{ ticket: string; options: PublicKeyCredentialRequestOptionsJSON }> {
  await countChallenge(workerCtx(), clientIp)
  const ticket = randomBytes(32).toString('base64url')
  const options = await requestOptions({})
  await storeChallenge(ctx, { purpose: 'sign_in', holder: holderOf(ticket), challenge: options.challenge })
  return { ticket, options }
}

/** The holder of a sign-in's challenge: the hash of its ticket. The ticket is random, so a plain hash is enough. */
export function holderOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex')
}

export function tooMany(): ApiError {
  return new ApiError('failed', `You have ${MAX_PASSKEYS} passkeys already. Remove one first.`)
}

function requestOptions(limits: Pick<Parameters<typeof generateAuthenticationOptions>[0], 'allowCredentials'>) {
  const { id: rpID } = requireRelyingParty()
  return generateAuthenticationOptions({ ...limits, rpID, timeout: CHALLENGE_MS, userVerification: 'required' })
}

async function credentialsOf({ db }: Pick<WorkerCtx, 'db'>, userId: string) {
  const rows = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id))
  return rows.map(({ id, transports }) => ({ id, transports: knownTransports(transports) }))
}
