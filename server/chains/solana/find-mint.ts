import { lruPerProcess } from '@/db/lru-per-process'
import type { Chain } from '@/server/chains/registry'
import { type Mint, parseMint } from './parse-mint'
import { readAccounts } from './read-accounts'

/** A fee or a pause of a token may change; the engine reads the mint again before it signs. */
const mints = () => lruPerProcess<Mint>('solana-mints', { max: 10_000, maxAgeMs: 60_000 })

/** The mint at an address, from a cache of a minute; null if there is none. Throws RpcUnavailableError, RpcError. */
export async function findMint(chain: Chain, address: string): Promise<Mint | null> {
  const key = `${chain.chainId}:${address}`
  const cached = mints().get(key)
  if (cached) return cached
  const account = (await readAccounts(chain, [address])).get(address)
  const mint = account ? parseMint(account) : null
  if (!mint) return null
  mints().set(key, mint)
  return mint
}
