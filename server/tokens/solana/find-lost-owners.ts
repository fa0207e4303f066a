import { desc, eq } from 'drizzle-orm'
import { tokenEvents } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { readBalancesSince } from '@/server/chains/solana/read-balances-since'
import type { WorkerCtx } from '@/server/ctx'
import { lostSince } from '@/server/recovery/lost-since'
import type { TokenRow } from '@/server/tokens/operations/plan'
import { mintAuthorityOf } from './mint-authority-of'
import type { OnChainToken } from './read-token-state'

type Seen = { token: TokenRow; seen: OnChainToken; owners: readonly string[] }

/**
 * The owners of a token's units whose registration a restored backup lacks, from the cluster's transactions since the
 * last snapshot. Empty unless units are missing after a restore. Throws RpcUnavailableError, RpcError.
 */
export async function findLostOwners(
  ctx: WorkerCtx,
  chain: Chain,
  { token, seen, owners }: Seen,
): Promise<readonly string[]> {
  if ((seen.state?.elsewhereUnits ?? 0n) === 0n || !(await lostSince(ctx))) return []
  const [last] = await ctx.db
    .select({ slot: tokenEvents.blockNumber })
    .from(tokenEvents)
    .where(eq(tokenEvents.tokenId, token.id))
    .orderBy(desc(tokenEvents.blockNumber))
    .limit(1)
  const { mint } = mintAuthorityOf(token)
  const wanted = { mint, after: last?.slot ?? -1n, until: Number.POSITIVE_INFINITY }
  const found = (await readBalancesSince(chain, wanted)).flatMap((each) => each.owners)
  return [...new Set(found)].filter((owner) => !owners.includes(owner))
}
