import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chains, chainTokens, depositTokens, rpcEndpoints } from '@/db/schema'

const RELAYED_CHAIN_ID = 31337

/** A chain of the local stack, as `npm start` runs it and stores it in the database. */
type SeededToken = { symbol: string; address: string; decimals: number }
export type SeededChain = {
  /** Left out: EVM. */
  chainType?: 'SOLANA'
  chainId: number
  rpcUrl: string
  explorerUrl: string
  delegateAddress?: string
  tokens: SeededToken[]
}

/** Stores the facts that the database needs about a local chain: its node, tokens and delegate. Repeatable. */
export async function seedChain(db: Database, chain: SeededChain): Promise<void> {
  const { explorerUrl } = chain
  // Slots take 400 ms as on a real cluster, but 32 of them are not required for finality.
  const local = chain.chainType
    ? { explorerUrl, confirmations: 1 }
    : {
        explorerUrl,
        confirmations: 1,
        blockTimeMs: 1_000,
        laneWindow: 64,
        finality: 'depth' as const,
        l1Fee: 'none' as const,
      }
  await db.update(chains).set(local).where(sql`chain_id = ${chain.chainId}`)
  await seedDelegate(db, chain)
  await db
    .update(rpcEndpoints)
    .set({ isActive: false })
    .where(sql`chain_id = ${chain.chainId} and url <> ${chain.rpcUrl}`)
  await db
    .insert(rpcEndpoints)
    .values({ chainId: chain.chainId, url: chain.rpcUrl })
    .onConflictDoUpdate({ target: [rpcEndpoints.chainId, rpcEndpoints.url], set: { isActive: true } })
  for (const token of chain.tokens) {
    await db
      .insert(chainTokens)
      .values({ chainId: chain.chainId, ...token })
      .onConflictDoUpdate({ target: [chainTokens.chainId, chainTokens.symbol], set: { address: token.address } })
    await seedDepositToken(db, chain.chainId, token)
  }
}

/** Payments accept every stand-in token until operators switch it off. */
async function seedDepositToken(
  db: Database,
  chainId: number,
  { symbol, address, decimals }: SeededToken,
): Promise<void> {
  const peg = symbol === 'cNGN' ? 'NGN' : 'USD'
  const sweepLeastUnits = 10n ** BigInt(decimals)
  await db
    .insert(depositTokens)
    .values({ chainId, tokenAddress: address, symbol, decimals, peg, sweepLeastUnits })
    .onConflictDoNothing()
}

/** The first time, the chain that plays a mainnet gets relayers; how gas is paid stays as operators left it then. */
async function seedDelegate(db: Database, { chainId, delegateAddress }: SeededChain): Promise<void> {
  if (!delegateAddress) return
  const gasStrategy = chainId === RELAYED_CHAIN_ID ? 'delegation' : 'topup'
  await db.update(chains).set({ gasStrategy }).where(sql`chain_id = ${chainId} and delegate_address is null`)
  await db.update(chains).set({ delegateAddress }).where(sql`chain_id = ${chainId}`)
}
