import { addressText } from '@/schemas/addresses/contract'
import { MAX_BLOCKED_AT_ONCE } from '@/schemas/screening/words'

/** The addresses of a pasted text, separated by lines, commas or spaces; or its error. Pure. */
export function readAddresses(text: string): { addresses: string[]; problem: string | null } {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  const address = addressText()
  const read = parts.map((part) => ({ part, parsed: address.safeParse(part) }))
  const wrong = read.find(({ parsed }) => !parsed.success)
  const addresses = [...new Set(read.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : [])))]
  if (parts.length === 0) return { addresses, problem: 'Enter at least one address' }
  if (wrong) return { addresses, problem: `${wrong.part.slice(0, 64)} is not an EVM or Solana address` }
  if (addresses.length > MAX_BLOCKED_AT_ONCE)
    return { addresses, problem: `At most ${MAX_BLOCKED_AT_ONCE} addresses at once, these are ${addresses.length}` }
  return { addresses, problem: null }
}
