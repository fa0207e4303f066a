import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { stableSecret } from '@/server/stable-secret'
import { canonicalJson } from '@/server/text/canonical-json'

/**
 * The values and functions derived from a portal's idempotency key. The key itself, 122 random bits that only the
 * caller has, is never stored.
 */
export type MutationKey = {
  /** The digest of the key, as its row has it. */
  digest: string
  /** The fingerprint of the input. It is keyed: inputs hold passwords, and a plain hash of one could be guessed. */
  fingerprint: (input: unknown) => string
  seal: (text: string) => string
  open: (sealed: string) => string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `scope` is the person and the mutation of a key: the same key has no meaning elsewhere. */
export async function mutationKeyOf(key: string, scope: string): Promise<MutationKey> {
  const salt = await stableSecret('portal-acts')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, salt, `${purpose} ${scope}`, 32))
  const sealing = derive('answer')
  return {
    digest: derive('digest').toString('hex'),
    fingerprint: (input) => createHmac('sha256', derive('input')).update(canonicalJson(input)).digest('hex'),
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const text = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
      return Buffer.concat(text).toString('utf8')
    },
  }
}
