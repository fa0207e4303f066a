import { createDecipheriv } from 'node:crypto'
import { type Binding, bindingBytes } from './binding'
import { WrongKeyError } from './key-fault'
import { NONCE_BYTES, SEAL_VERSION, TAG_BYTES } from './seal'

/**
 * Opens what `seal` made. Throws `WrongKeyError`, with one fixed text, for a wrong key, another binding or a changed
 * byte.
 */
export function unseal(key: Uint8Array, sealed: Uint8Array, binding: Binding): Uint8Array {
  const body = 1 + NONCE_BYTES
  if (sealed.length < body + TAG_BYTES || sealed[0] !== SEAL_VERSION) throw new WrongKeyError()
  const end = sealed.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, body), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.concat([Uint8Array.of(SEAL_VERSION), bindingBytes(binding)]))
  decipher.setAuthTag(sealed.subarray(end))
  const opened = decipher.update(sealed.subarray(body, end))
  try {
    decipher.final()
  } catch {
    opened.fill(0)
    throw new WrongKeyError()
  }
  return opened
}
