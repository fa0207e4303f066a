import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Name of the row of the SLIPWAY_SECRET that the database began with among the canaries (`key_canaries`); those of
 * later ones begin with it.
 */
export const SECRET_CANARY = 'SLIPWAY_SECRET'

/** The stored proof by which SLIPWAY_SECRET is recognized; it reveals nothing of the secret. */
export function secretProof(secret: string): Uint8Array {
  return hmac(secret, 'canary')
}

/** Whether a stored proof was made with this secret. */
function isProofOf(secret: string, proof: Uint8Array): boolean {
  const expected = secretProof(secret)
  return proof.length === expected.length && timingSafeEqual(proof, expected)
}

/** An id to distinguish secrets; it reveals nothing of them. */
export function secretId(secret: string): string {
  return Buffer.from(hmac(secret, 'id')).toString('hex').slice(0, 8)
}

/** Name of the row of a later secret: it holds the lasting root, sealed under it. */
export function secretRow(secret: string): string {
  return `${SECRET_CANARY} ${secretId(secret)}`
}

type Row = { keyId: string; proof: Uint8Array }

/**
 * The root of everything that a rotation must not change: the secret that the database began with. A later secret
 * decrypts its copy. Null if the database does not know this secret.
 */
export function findRoot(rows: readonly Row[], secret: string): string | null {
  const first = rows.find(({ keyId }) => keyId === SECRET_CANARY)
  if (first && isProofOf(secret, first.proof)) return secret
  const later = rows.find(({ keyId }) => keyId === secretRow(secret))
  return later ? openRoot(later.proof, secret) : null
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The stored copy of the lasting root for a later secret: sealed under that secret. */
export function sealRoot(root: string, secret: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', hmac(secret, 'lasting root'), nonce)
  return new Uint8Array(Buffer.concat([nonce, cipher.update(root, 'utf8'), cipher.final(), cipher.getAuthTag()]))
}

/** Opens a sealed root; null if it was sealed under another secret, or is damaged. */
function openRoot(sealed: Uint8Array, secret: string): string | null {
  const bytes = Buffer.from(sealed)
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', hmac(secret, 'lasting root'), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function hmac(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(createHmac('sha256', Buffer.from(secret, 'base64')).update(purpose).digest())
}
