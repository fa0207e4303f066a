import { createPublicKey, verify } from 'node:crypto'
import type { PublicKey } from '@solana/web3.js'

/** Whether a signature is the key's, checked against the message with the platform's own verifier. */
export function isSignedBy(key: PublicKey, signature: Uint8Array | undefined, message: Uint8Array): boolean {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.toBytes()])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return signature !== undefined && verify(null, message, publicKey, signature)
}
