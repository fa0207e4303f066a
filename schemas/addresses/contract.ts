import { z } from 'zod'
import { canonicalAddress } from '@/server/text/canonical-address'

export type AddressType = Parameters<typeof canonicalAddress>[0]

const PROBLEMS = {
  EVM: 'Enter an EVM address (its checksum must match)',
  SOLANA: 'Enter a Solana address',
} satisfies Record<AddressType, string>
const ANY_PROBLEM = 'Enter an EVM address (its checksum must match) or a Solana address'

/** An address as people type it, in the form it is stored and compared in: for one family of chains, or for either. */
export function addressText(chainType?: AddressType) {
  return z.string().transform((text, ctx) => {
    const address = text.trim()
    const canonical = canonicalAddress(chainType ?? typeOf(address), address)
    if (canonical !== null) return canonical
    ctx.addIssue({ code: 'custom', message: chainType ? PROBLEMS[chainType] : ANY_PROBLEM })
    return z.NEVER
  })
}

/** The family of chains that an address has the form of. */
export function typeOf(address: string): AddressType {
  return address.startsWith('0x') ? 'EVM' : 'SOLANA'
}

/**
 * The name of an address that the business knows. `id`: of its wallet or token; null for an allowed recipient of a
 * policy.
 */
export type KnownAddress = {
  address: string
  kind: 'wallet' | 'token' | 'recipient'
  name: string
  id: string | null
  /** The project whose pages show it; null for any of the business, as its policy. */
  projectId: string | null
}
