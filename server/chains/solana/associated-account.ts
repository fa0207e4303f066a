import { PublicKey } from '@solana/web3.js'
import { oncePerProcess } from '@/db/once-per-process'
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
  const seeds = [owner, programId, mint].map((address) => new PublicKey(address).toBytes())
  const [address] = PublicKey.findProgramAddressSync(seeds, new PublicKey(PROGRAMS.associatedToken))
  if (known.size >= MAX_KNOWN) known.clear()
  const text = address.toBase58()
  known.set(key, text)
  return text
}
