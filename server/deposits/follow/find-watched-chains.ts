import { and, eq, ne } from 'drizzle-orm'
import { walletCounters } from '@/db/schema'
import { listChains } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

/**
 * Every EVM chain that is served: a wallet made a moment ago may be paid before a job comes by again. Solana's blocks have megabytes each: they are
 * read only where a customer ever made a wallet there.
 */
export async function findWatchedChains({ db }: WorkerCtx): Promise<{ chainId: number }[]> {
  const served = (await listChains()).filter(({ rpcUrls }) => rpcUrls.length > 0)
  const isOnSolana = served.some(({ chainType }) => chainType === 'SOLANA') && (await hasSolanaWallet(db))
  return served.flatMap(({ chainId, chainType }) => (chainType === 'EVM' || isOnSolana ? [{ chainId }] : []))
}

async function hasSolanaWallet(db: WorkerCtx['db']): Promise<boolean> {
  const [found] = await db
    .select({ businessId: walletCounters.businessId })
    .from(walletCounters)
    .where(and(eq(walletCounters.chainType, 'SOLANA'), ne(walletCounters.businessId, PLATFORM_BUSINESS_ID)))
    .limit(1)
  return found !== undefined
}
