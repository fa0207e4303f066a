import { createHash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { newId } from '@/db/new-id'
import { oncePerProcess } from '@/db/once-per-process'
import { env } from '@/server/env'
import { currentSigningKey, findPublicKey, TOKEN_ALGORITHM, TOKEN_LIFETIME_SECONDS } from './signing-keys'

const TOKEN_TYPE = 'at+jwt'
const CLOCK_SKEW_SECONDS = 5
const VERIFIED_FOR_MS = 10_000
const MAX_VERIFIED = 10_000

const claims = z.object({
  exp: z.number(),
  environment: z.enum(['live', 'test']),
  keyId: z.uuid(),
  businessId: z.uuid().optional(),
  projectId: z.uuid().optional(),
  scope: z.string().optional(),
})

export type AccessClaims = z.infer<typeof claims>

export type TokenSubject = {
  businessId: string
  projectId: string
  keyId: string
  environment: 'live' | 'test'
  scope?: string
}

/** Signs an access token (RFC 9068) with the current key. */
export async function signAccessToken(subject: TokenSubject): Promise<string> {
  const { kid, privateKey } = await currentSigningKey()
  const { BASE_URL } = env()
  return new SignJWT({ ...subject, client_id: subject.keyId })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE, kid })
    .setIssuer(BASE_URL)
    .setAudience(`${BASE_URL}/v1`)
    .setSubject(subject.keyId)
    .setJti(newId())
    .setIssuedAt()
    .setExpirationTime(`${TOKEN_LIFETIME_SECONDS}s`)
    .sign(privateKey)
}

type Verified = { claims: AccessClaims; until: number }

/**
 * The claims of a token of ours, or null for anything else. Checking a signature costs more than everything else a read does, so a
 * token is checked once in ten seconds; whether its key still works is asked elsewhere, on every request.
 */
export async function verifyAccessToken(token: string): Promise<AccessClaims | null> {
  const verified = oncePerProcess('verified-tokens', () => new Map<string, Verified>())
  const hash = createHash('sha256').update(token).digest('base64')
  const now = Date.now()
  const known = verified.get(hash)
  if (known && known.until > now) return known.claims
  const checked = await check(token)
  if (!checked) return null
  if (verified.size >= MAX_VERIFIED) verified.clear()
  const expiresAt = (checked.exp + CLOCK_SKEW_SECONDS) * 1000
  verified.set(hash, { claims: checked, until: Math.min(expiresAt, now + VERIFIED_FOR_MS) })
  return checked
}

async function check(token: string): Promise<AccessClaims | null> {
  const { BASE_URL } = env()
  const payload = await jwtVerify(token, async ({ kid }) => (kid && (await findPublicKey(kid))) || refuse(), {
    algorithms: [TOKEN_ALGORITHM],
    typ: TOKEN_TYPE,
    issuer: BASE_URL,
    audience: `${BASE_URL}/v1`,
    clockTolerance: CLOCK_SKEW_SECONDS,
  }).then(
    (result) => result.payload,
    (error: unknown) => {
      if (isRefusal(error)) return null
      throw error
    },
  )
  return claims.safeParse(payload).data ?? null
}

class UnknownKey extends Error {
  override readonly name = 'UnknownKey'
}

function refuse(): never {
  throw new UnknownKey()
}

/** Everything jose says about a token is a refusal; a database that does not answer is not. */
function isRefusal(error: unknown): boolean {
  if (error instanceof UnknownKey) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')
}
