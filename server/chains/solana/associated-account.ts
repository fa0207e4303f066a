import { lruPerProcess } from '@/db/lru-per-process'
import { programAddress } from './program-address'
import { PROGRAMS, type TokenProgram } from './programs'

/** Cached, because computing one takes half a millisecond and the same pairs recur. */
const cache = () => lruPerProcess<string>('associated-accounts', { max: 50_000 })

type Holding = { owner: string; mint: string; programId: TokenProgram }

/** The address of an owner's associated token account. */
export function associatedAccount({ owner, mint, programId }: Holding): string {
  const key = `${owner} ${mint} ${programId}`
  const found = cache().get(key)
  if (found) return found
  const address = programAddress([owner, programId, mint], PROGRAMS.associatedToken)
  cache().set(key, address)
  return address
}
