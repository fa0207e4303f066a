import { and, asc, eq } from 'drizzle-orm'
import { chains, chainTokens } from '@/db/schema'
import type { ChainDetail } from '@/schemas/chains/settings/contract'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { toChainDetail } from './view'

/** A chain with what operators may change about it and the tokens it knows. Throws not_found. */
export async function getChain({ db }: OperatorCtx, { chainId }: { chainId: number }): Promise<ChainDetail> {
  const [chain] = await db.select().from(chains).where(eq(chains.chainId, chainId))
  if (!chain) throw notFound('Chain')
  const tokens = await db
    .select()
    .from(chainTokens)
    .where(and(eq(chainTokens.chainId, chainId), eq(chainTokens.isActive, true)))
    .orderBy(asc(chainTokens.symbol))
  return toChainDetail(chain, tokens)
}
