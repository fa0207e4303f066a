import { oncePerProcess } from '@/db/once-per-process'
import type { Chain } from '../registry'
import { type Mint, parseMint } from './parse-mint'
import { readAccounts } from './read-accounts'

/** A fee or a pause of a token may change; the engine reads the mint again before it signs. */
const MAX_AGE_MS = 60_000
const MAX_KNOWN = 10_000
const cache = oncePerProcess('solana-mints', () => new Map<string, { mint: Mint; readAt: number }>())

/** The mint at an address, from a cache of a minute; null where there is none. Throws RpcUnavailableError, RpcError. */
export async function findMint(chain: Chain, address: string): Promise<Mint | null> {
  const key = `${chain.chainId}:${address}`
  const known = cache.get(key)
  if (known && Date.now() - known.readAt < MAX_AGE_MS) return known.mint
  const account = (await readAccounts(chain, [address])).get(address)
  const mint = account ? parseMint(account) : null
  if (!mint) return null
  if (cache.size >= MAX_KNOWN) cache.clear()
  cache.set(key, { mint, readAt: Date.now() })
  return mint
}
