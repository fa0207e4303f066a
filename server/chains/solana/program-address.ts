import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { fromBase58 } from './base58'

const MARKER = Buffer.from('ProgramDerivedAddress')
const MAX_BUMP = 255

/** Whether an address can be a person's public key. Addresses off the curve belong to programs. */
export function isOnCurve(address: string): boolean {
  return isPoint(fromBase58(address))
}

/** The address that a program derives from other addresses: the first one off the curve. */
export function programAddress(seeds: readonly string[], programId: string): string {
  const before = seeds.map(fromBase58)
  const after = [fromBase58(programId), MARKER]
  for (let bump = MAX_BUMP; bump >= 0; bump--) {
    const hash = sha256(Buffer.concat([...before, Uint8Array.of(bump), ...after]))
    if (!isPoint(hash)) return base58.encode(hash)
  }
  throw new Error('No program address derives from these seeds')
}

function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
