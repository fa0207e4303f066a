import { and, asc, eq } from 'drizzle-orm'
import { chainCursors, chains, chainTokens, rpcEndpoints } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import type { OperatorChain } from './contract'

/** Every known chain; those that can be reached come first. */
export async function listOperatorChains({ db }: OperatorCtx): Promise<OperatorChain[]> {
  const rows = await db
    .select({ chain: chains, watchedBlock: chainCursors.blockNumber })
    .from(chains)
    .leftJoin(chainCursors, and(eq(chainCursors.chainId, chains.chainId), eq(chainCursors.consumer, 'engine')))
    .orderBy(asc(chains.chainId))
  const endpoints = await db.select().from(rpcEndpoints).where(eq(rpcEndpoints.isActive, true))
  const tokens = await db.select().from(chainTokens).where(eq(chainTokens.isActive, true))
  return rows
    .map(({ chain, watchedBlock }) => ({
      chainId: chain.chainId,
      code: chain.code,
      name: chain.name,
      chainType: chain.chainType,
      network: chain.network,
      nativeSymbol: chain.nativeSymbol,
      gasPolicy: chain.gasPolicy,
      confirmations: chain.confirmations,
      isActive: chain.isActive,
      endpoints: endpoints.filter(({ chainId }) => chainId === chain.chainId).map(({ url }) => new URL(url).host),
      tokens: tokens
        .filter(({ chainId }) => chainId === chain.chainId)
        .map(({ symbol, address, decimals }) => ({ symbol, address, decimals })),
      watchedBlock: watchedBlock?.toString() ?? null,
    }))
    .toSorted((a, b) => Number(b.endpoints.length > 0) - Number(a.endpoints.length > 0))
}
