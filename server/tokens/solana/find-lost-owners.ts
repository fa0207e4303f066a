import { and, desc, eq, lt } from 'drizzle-orm'
import { tokenEvents } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { readBalancesSince } from '@/server/chains/solana/read-balances-since'
import type { WorkerCtx } from '@/server/ctx'
import { lostSince } from '@/server/recovery/lost-since'
import type { TokenRow } from '@/server/tokens/operations/plan'
import { mintAuthorityOf } from './mint-authority-of'
import type { OnChainToken } from './read-token-state'

type Seen = { token: TokenRow; seen: OnChainToken; owners: readonly string[] }

/**
 * The owners of a token's units whose registration a restored backup lacks, from the cluster's transactions since the
 * last snapshot before the restore. Empty unless units are missing after a restore, and while no node has these
 * transactions. Throws RpcError.
 */
export async function findLostOwners(
  ctx: WorkerCtx,
  chain: Chain,
  { token, seen, owners }: Seen,
): Promise<readonly string[]> {
  const restoredAt = seen.state && seen.state.elsewhereUnits !== 0n ? await lostSince(ctx) : null
  if (!restoredAt) return []
  const [last] = await ctx.db
    .select({ slot: tokenEvents.blockNumber })
    .from(tokenEvents)
    .where(and(eq(tokenEvents.tokenId, token.id), lt(tokenEvents.blockTime, Math.floor(restoredAt.getTime() / 1_000))))
    .orderBy(desc(tokenEvents.blockNumber))
    .limit(1)
  const { mint } = mintAuthorityOf(token)
  const range = { mint, after: last?.slot ?? -1n, until: Number.POSITIVE_INFINITY }
  try {
    const found = (await readBalancesSince(chain, range)).flatMap((each) => each.owners)
    return [...new Set(found)].filter((owner) => !owners.includes(owner))
  } catch (error) {
    // A node that keeps too little history delays no other token. The alarm `token_index_differs` is open meanwhile.
    if (error instanceof RpcUnavailableError) return []
    throw error
  }
}
