import { hash } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { lruPerProcess } from '@/db/lru-per-process'
import { newId } from '@/db/new-id'
import { env } from '@/server/env'
import {
  currentSigningKey,
  findPublicKey,
  type SigningKey,
  TOKEN_ALGORITHM,
  TOKEN_LIFETIME_SECONDS,
} from './signing-keys'

const TOKEN_TYPE = 'at+jwt'
const CLOCK_SKEW_SECONDS = 5
const VERIFIED_FOR_MS = 10_000
const verified = () => lruPerProcess<Verified>('verified-tokens', { max: 10_000 })

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

/**
 * Signs an access token (RFC 9068) with the current key, or with one that was opened before: in a transaction no key
 * may be opened.
 */
export async function signAccessToken(subject: TokenSubject, opened?: SigningKey): Promise<string> {
  const { kid, privateKey } = opened ?? (await currentSigningKey())
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

/** The reason why a token is invalid: it has another format, has expired, or we did not sign it for this API. */
type TokenFault = 'malformed' | 'expired' | 'unknown'
type Checked = { claims: AccessClaims } | { fault: TokenFault }
type Verified = { claims: AccessClaims; until: number }

/**
 * The claims of one of our tokens, or the reason why it is invalid. Checking a signature costs more than the rest of a
 * read, so a token is checked once in ten seconds. Whether its key still works is checked elsewhere, on every request.
 */
export async function verifyAccessToken(token: string): Promise<Checked> {
  const cached = verified().get(digestOf(token))
  if (cached && cached.until > Date.now()) return cached
  const checked = await check(token)
  if ('fault' in checked) return checked
  const { claims } = checked
  const expiresAt = (claims.exp + CLOCK_SKEW_SECONDS) * 1000
  verified().set(digestOf(token), { claims, until: Math.min(expiresAt, Date.now() + VERIFIED_FOR_MS) })
  return checked
}

/** The claims of a token that this process verified at some time: it may have ended since. Null for any other. */
export function findVerifiedToken(token: string): AccessClaims | null {
  return verified().get(digestOf(token))?.claims ?? null
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64')
}

async function check(token: string): Promise<Checked> {
  const { BASE_URL } = env()
  try {
    const { payload } = await jwtVerify(token, async ({ kid }) => (kid && (await findPublicKey(kid))) || refuse(), {
      algorithms: [TOKEN_ALGORITHM],
      typ: TOKEN_TYPE,
      issuer: BASE_URL,
      audience: `${BASE_URL}/v1`,
      clockTolerance: CLOCK_SKEW_SECONDS,
    })
    const parsed = claims.safeParse(payload)
    return parsed.success ? { claims: parsed.data } : { fault: 'malformed' }
  } catch (error) {
    const fault = faultOf(error)
    if (fault === null) throw error
    return { fault }
  }
}

class UnknownKey extends Error {
  override readonly name = 'UnknownKey'
}

function refuse(): never {
  throw new UnknownKey()
}

/**
 * Everything jose says about a token is a fault of it; a database that does not answer is not (null). Expiry is judged
 * last.
 */
function faultOf(error: unknown): TokenFault | null {
  if (error instanceof UnknownKey) return 'unknown'
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'malformed'
  return error instanceof errors.JOSEError ? 'unknown' : null
}
