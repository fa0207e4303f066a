import { and, asc, eq, inArray } from 'drizzle-orm'
import { requireSound } from '@/db/require-sound'
import { chainCursors, chains, chainTokens, rpcEndpoints } from '@/db/schema'
import { readApart } from '@/server/alarms/read-apart'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import type { OperatorChain } from './contract'
import { toOperatorChain } from './view'

/** Every known chain that can be read; those that can be reached come first. */
export async function listOperatorChains({ db }: OperatorCtx): Promise<Rows<OperatorChain>> {
  const cursor = and(eq(chainCursors.chainId, chains.chainId), eq(chainCursors.consumer, 'engine'))
  const { rows, unreadable } = await readApart({
    noun: 'chain',
    list: async () => (await db.select({ id: chains.chainId }).from(chains)).map(({ id }) => String(id)),
    read: async (only) => {
      const found = await db
        .select({ chain: chains, watchedBlock: chainCursors.blockNumber })
        .from(chains)
        .leftJoin(chainCursors, cursor)
        .where(only === null ? undefined : inArray(chains.chainId, only.map(Number)))
        .orderBy(asc(chains.chainId))
      for (const { chain } of found) requireSound(chains, chain)
      return found
    },
  })
  const endpoints = await db.select().from(rpcEndpoints).where(eq(rpcEndpoints.isActive, true))
  const tokens = await db.select().from(chainTokens).where(eq(chainTokens.isActive, true))
  const items = rows
    .map(({ chain, watchedBlock }) => toOperatorChain(chain, { endpoints, tokens, watchedBlock }))
    .toSorted((a, b) => Number(b.endpoints.length > 0) - Number(a.endpoints.length > 0))
  return { items, unreadable }
}
