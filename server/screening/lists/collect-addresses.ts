import { typeOf } from '@/schemas/addresses/contract'
import { canonicalAddress } from '@/server/text/canonical-address'

/** The most that a list may name. */
const MAX_LISTED = 200_000

/** The addresses of a list, each once, and the number of entries that are not an EVM or Solana address. */
export type Listed = { addresses: string[]; unreadable: number }

/** Collects the entries of a list, while it is read. */
export type Collector = {
  /** Throws above 200,000 entries. */
  add: (entry: string) => void
  listed: () => Listed
}

export function createCollector(): Collector {
  const addresses = new Set<string>()
  let count = 0
  let unreadable = 0
  return {
    add(entry) {
      count += 1
      if (count > MAX_LISTED) throw new Error(`it names more than ${MAX_LISTED} addresses`)
      const address = toAddress(entry.trim())
      if (address === null) unreadable += 1
      else addresses.add(address)
    },
    listed: () => ({ addresses: [...addresses], unreadable }),
  }
}

/** Lists write EVM addresses in any case, so their checksum is not checked. */
function toAddress(address: string): string | null {
  const family = typeOf(address)
  return canonicalAddress(family, family === 'EVM' ? address.toLowerCase() : address)
}
