import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { type Hex, recoverAddress, toHex } from 'viem'

type Signed = { address: string; signature: Uint8Array; digest: Hex | null; signedBytes: Uint8Array | null }

/** SPKI around the 32 bytes of an ed25519 key. */
const ED25519_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

/** Throws where a signature is not the wallet's: none leaves that a verifier would not take. */
export async function requireVerified({ address, signature, digest, signedBytes }: Signed): Promise<void> {
  const isOwn =
    digest !== null
      ? (await recoverAddress({ hash: digest, signature: toHex(signature) })) === address
      : signedBytes !== null && isOfSolana(address, signature, signedBytes)
  if (!isOwn) throw new Error(`the signature is not one of ${address}`)
}

function isOfSolana(address: string, signature: Uint8Array, bytes: Uint8Array): boolean {
  const der = Buffer.concat([ED25519_HEAD, base58.decode(address)])
  return verify(null, bytes, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}
