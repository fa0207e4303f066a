import { asc, eq, inArray } from 'drizzle-orm'
import { chainCursors, chains, chainTokens, rpcEndpoints } from '@/db/schema'
import type { OperatorChain } from '@/schemas/chains/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { toOperatorChain } from './view'

/** Every known chain; those that can be reached come first. */
export async function listOperatorChains({ db }: OperatorCtx): Promise<Rows<OperatorChain>> {
  // Deposits are read at all times; the engine reads only while it has open transactions.
  const readers = db
    .selectDistinctOn([chainCursors.chainId], { chainId: chainCursors.chainId, blockNumber: chainCursors.blockNumber })
    .from(chainCursors)
    .where(inArray(chainCursors.consumer, ['deposits', 'engine']))
    .orderBy(chainCursors.chainId, chainCursors.consumer)
    .as('readers')
  const rows = await db
    .select({ chain: chains, watchedBlock: readers.blockNumber })
    .from(chains)
    .leftJoin(readers, eq(readers.chainId, chains.chainId))
    .orderBy(asc(chains.chainId))
  const endpoints = await db.select().from(rpcEndpoints).where(eq(rpcEndpoints.isActive, true))
  const tokens = await db.select().from(chainTokens).where(eq(chainTokens.isActive, true))
  const items = rows
    .map(({ chain, watchedBlock }) => toOperatorChain(chain, { endpoints, tokens, watchedBlock }))
    .toSorted((a, b) => Number(b.endpoints.length > 0) - Number(a.endpoints.length > 0))
  return { items }
}
