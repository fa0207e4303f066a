import { and, eq, exists, ne } from 'drizzle-orm'
import { chains, rpcEndpoints, wallets } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

/** EVM chains that are served, once a customer has a wallet for them. */
export async function findWatchedChains({ db }: WorkerCtx): Promise<{ chainId: number }[]> {
  const served = db
    .select({ id: rpcEndpoints.id })
    .from(rpcEndpoints)
    .where(
      and(eq(rpcEndpoints.chainId, chains.chainId), eq(rpcEndpoints.isActive, true), eq(rpcEndpoints.role, 'full')),
    )
  const held = db
    .select({ id: wallets.id })
    .from(wallets)
    .where(and(eq(wallets.chainType, 'EVM'), eq(wallets.isActive, true), ne(wallets.businessId, PLATFORM_BUSINESS_ID)))
  return db
    .select({ chainId: chains.chainId })
    .from(chains)
    .where(and(eq(chains.chainType, 'EVM'), eq(chains.isActive, true), exists(served), exists(held)))
}
