import { createHmac, timingSafeEqual } from 'node:crypto'

/** Name of the row of SLIPWAY_SECRET among the canaries (`key_canaries`). */
export const SECRET_CANARY = 'SLIPWAY_SECRET'

/** What is stored to know SLIPWAY_SECRET again; says nothing of it. */
export function secretProof(secret: string): Uint8Array {
  return new Uint8Array(createHmac('sha256', Buffer.from(secret, 'base64')).update('canary').digest())
}

/** Whether a stored proof was made with this secret. */
export function isProofOf(secret: string, proof: Uint8Array): boolean {
  const expected = secretProof(secret)
  return proof.length === expected.length && timingSafeEqual(proof, expected)
}
