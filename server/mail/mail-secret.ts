import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derivedSecret, derivedSecrets } from '@/server/env'

const PURPOSE = 'mail-secret'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A placeholder for the secret in the text of an email, so that no row, list or backup of emails contains it. */
export const SECRET_MARK = '{{secret}}'

/** Seals the secret of one email for as long as it waits to be sent. `about` ties it to the email's subject. */
export function sealMailSecret(secret: string, about: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derivedSecret(PURPOSE), nonce).setAAD(Buffer.from(about))
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Opens it under any secret of SLIPWAY_SECRET. Throws if none opens it. */
export function openMailSecret(sealed: string, about: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  for (const key of derivedSecrets(PURPOSE)) {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(about))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // Sealed under another of them.
    }
  }
  throw new Error('no secret of SLIPWAY_SECRET decrypts this email')
}
