import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { hsalsa, xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import { ed25519, x25519 } from '@noble/curves/ed25519.js'

const NONCE_BYTES = 24
const KEY_BYTES = 32

/** Encrypts a request body for cNGN: AES-256-CBC with the digest of the encryption key and a new IV. */
export function sealBody(body: unknown, encryptionKey: string): { content: string; iv: string } {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(encryptionKey).digest(), iv)
  const content = Buffer.concat([cipher.update(JSON.stringify(body), 'utf8'), cipher.final()])
  return { content: content.toString('base64'), iv: iv.toString('base64') }
}

/**
 * Decrypts an answer of cNGN: nonce, box and the sender's key for this answer, a libsodium `crypto_box` to our Ed25519
 * key converted to X25519. Throws for anything else.
 */
export function openSealed(sealed: string, seed: Uint8Array): Uint8Array {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length <= NONCE_BYTES + KEY_BYTES) throw new Error('too short')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const box = bytes.subarray(NONCE_BYTES, -KEY_BYTES)
  const key = boxKey(ed25519.utils.toMontgomerySecret(seed), bytes.subarray(-KEY_BYTES))
  return xsalsa20poly1305(key, nonce).decrypt(box)
}

/** The shared key of a box. */
export function boxKey(secret: Uint8Array, theirs: Uint8Array): Uint8Array {
  const shared = x25519.getSharedSecret(secret, theirs)
  const words = (bytes: Uint8Array) =>
    Uint32Array.from({ length: bytes.length / 4 }, (_, at) => readWord(bytes, at * 4))
  const out = new Uint32Array(8)
  // The constant of libsodium for 32-byte keys, with a zero nonce.
  hsalsa(words(new TextEncoder().encode('expand 32-byte k')), words(shared), new Uint32Array(4), out)
  const key = Buffer.alloc(KEY_BYTES)
  out.forEach((word, at) => {
    key.writeUInt32LE(word, at * 4)
  })
  return key
}

function readWord(bytes: Uint8Array, at: number): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).readUInt32LE(at)
}
