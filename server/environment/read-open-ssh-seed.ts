import { createPrivateKey, createPublicKey } from 'node:crypto'

const KEY_BYTES = 32
const MAGIC = Buffer.from('openssh-key-v1\0')
/** In an OpenSSH key file: the length of the private part of an Ed25519 key, its seed and its public half. */
const PRIVATE_LENGTH = Buffer.from([0, 0, 0, 64])
/** The bytes that precede the seed of an Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The seed in an OpenSSH file of an Ed25519 key without a passphrase. Throws if there is none, or if its public half
 * belongs to another key.
 */
export function readOpenSshSeed(file: string): Uint8Array {
  // Variables often carry the file's lines with `\n` written out.
  const base64 = file
    .replaceAll('\\n', '\n')
    .replace(/-----[^-]+-----/g, '')
    .replace(/\s+/g, '')
  const bytes = Buffer.from(base64, 'base64')
  const at = bytes.indexOf(PRIVATE_LENGTH)
  const isKey = bytes.subarray(0, MAGIC.length).equals(MAGIC) && at >= 0 && bytes.length >= at + 4 + 2 * KEY_BYTES
  if (!isKey) throw new Error('no Ed25519 key without a passphrase')
  const seed = bytes.subarray(at + 4, at + 4 + KEY_BYTES)
  const publicHalf = bytes.subarray(at + 4 + KEY_BYTES, at + 4 + 2 * KEY_BYTES)
  if (!publicKeyOf(seed).equals(publicHalf)) throw new Error('an Ed25519 key whose halves do not belong together')
  return seed
}

function publicKeyOf(seed: Uint8Array): Buffer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES)
}
