import { and, asc, eq } from 'drizzle-orm'
import { chainCursors, chains, chainTokens, rpcEndpoints } from '@/db/schema'
import type { OperatorChain } from '@/schemas/chains/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { toOperatorChain } from './view'

/** Every known chain; those that can be reached come first. */
export async function listOperatorChains({ db }: OperatorCtx): Promise<Rows<OperatorChain>> {
  const cursor = and(eq(chainCursors.chainId, chains.chainId), eq(chainCursors.consumer, 'engine'))
  const rows = await db
    .select({ chain: chains, watchedBlock: chainCursors.blockNumber })
    .from(chains)
    .leftJoin(chainCursors, cursor)
    .orderBy(asc(chains.chainId))
  const endpoints = await db.select().from(rpcEndpoints).where(eq(rpcEndpoints.isActive, true))
  const tokens = await db.select().from(chainTokens).where(eq(chainTokens.isActive, true))
  const items = rows
    .map(({ chain, watchedBlock }) => toOperatorChain(chain, { endpoints, tokens, watchedBlock }))
    .toSorted((a, b) => Number(b.endpoints.length > 0) - Number(a.endpoints.length > 0))
  return { items }
}
