import { asc, eq } from 'drizzle-orm'
import { depositTokens } from '@/db/schema'
import { type Chain, listChains } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'

export type AcceptedToken = typeof depositTokens.$inferSelect & { chain: Chain }

/** Tokens that payments are accepted in now: enabled, on a served chain. */
export async function listAcceptedTokens({ db }: Pick<WorkerCtx, 'db'>): Promise<AcceptedToken[]> {
  const rows = await db
    .select()
    .from(depositTokens)
    .where(eq(depositTokens.isActive, true))
    .orderBy(asc(depositTokens.chainId), asc(depositTokens.id))
  const chains = new Map((await listChains()).map((chain) => [chain.chainId, chain]))
  return rows.flatMap((row) => {
    const chain = chains.get(row.chainId)
    // Without this, the chain's follower would not see deposits of the token.
    const isFollowed = chain?.tokens.some(({ address }) => address === row.tokenAddress) ?? false
    return chain && isFollowed && chain.rpcUrls.length > 0 ? [{ ...row, chain }] : []
  })
}
