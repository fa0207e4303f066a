import { eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chains, chainTokens } from '@/db/schema'

/** Tokens that have a symbol, with their chain, for the names of currencies. */
export function listKnownTokens(db: Database) {
  return db
    .select({
      chainId: chainTokens.chainId,
      chainName: chains.name,
      address: chainTokens.address,
      symbol: chainTokens.symbol,
      decimals: chainTokens.decimals,
    })
    .from(chainTokens)
    .innerJoin(chains, eq(chains.chainId, chainTokens.chainId))
}
