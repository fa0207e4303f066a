import { and, eq, inArray, ne } from 'drizzle-orm'
import { chains, depositTokens, walletCounters } from '@/db/schema'
import { listChains } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

/**
 * Every EVM chain that is served: a wallet made a moment ago may be paid before a job comes by again. Solana's blocks
 * have megabytes each: they are read only if a customer ever created a wallet there, or payments are accepted in its
 * tokens.
 */
export async function findWatchedChains({ db }: WorkerCtx): Promise<{ chainId: number }[]> {
  const served = (await listChains()).filter(({ rpcUrls }) => rpcUrls.length > 0)
  const isOnSolana =
    served.some(({ chainType }) => chainType === 'SOLANA') && ((await hasSolanaWallet(db)) || (await takesPayments(db)))
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

async function takesPayments(db: WorkerCtx['db']): Promise<boolean> {
  const ofSolana = db.select({ id: chains.chainId }).from(chains).where(eq(chains.chainType, 'SOLANA'))
  const [found] = await db
    .select({ id: depositTokens.id })
    .from(depositTokens)
    .where(inArray(depositTokens.chainId, ofSolana))
    .limit(1)
  return found !== undefined
}
