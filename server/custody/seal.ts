import { createCipheriv, randomBytes } from 'node:crypto'
import { type Binding, bindingBytes } from './binding'

/** First byte of all sealed bytes: 1 = AES-256-GCM, 12-byte nonce, ciphertext, 16-byte tag. */
export const SEAL_VERSION = 1
export const NONCE_BYTES = 12
export const TAG_BYTES = 16

/** Encrypts under `key` (32 bytes), tied to `binding`. */
export function seal(key: Uint8Array, plaintext: Uint8Array, binding: Binding): Uint8Array {
  const version = Uint8Array.of(SEAL_VERSION)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.concat([version, bindingBytes(binding)]))
  return new Uint8Array(Buffer.concat([version, nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]))
}
