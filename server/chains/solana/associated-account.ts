import { oncePerProcess } from '@/db/once-per-process'
import { programAddress } from './program-address'
import { PROGRAMS, type TokenProgram } from './programs'

/** Finding one takes half a millisecond, and the same pairs come again. */
const known = oncePerProcess('associated-accounts', () => new Map<string, string>())
const MAX_KNOWN = 50_000

type Holding = { owner: string; mint: string; programId: TokenProgram }

/** The address of an owner's associated token account. */
export function associatedAccount({ owner, mint, programId }: Holding): string {
  const key = `${owner} ${mint} ${programId}`
  const found = known.get(key)
  if (found) return found
  const address = programAddress([owner, programId, mint], PROGRAMS.associatedToken)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, address)
  return address
}
