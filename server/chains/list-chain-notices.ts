import { and, asc, eq, sql } from 'drizzle-orm'
import { chainHeads, chains } from '@/db/schema'
import type { ChainNotice } from '@/schemas/chains/contract'
import type { OperatorCtx, TenantCtx } from '@/server/ctx'
import { findHeadProblem } from './find-head-problem'
import { toChainNotice } from './view'

/** Served chains that do not advance as they should. */
export async function listChainNotices({
  db,
  now,
}: Pick<TenantCtx | OperatorCtx, 'db' | 'now'>): Promise<ChainNotice[]> {
  const rows = await db
    .select({ chain: chains, head: chainHeads })
    .from(chainHeads)
    .innerJoin(chains, eq(chains.chainId, chainHeads.chainId))
    .where(
      and(
        eq(chains.isActive, true),
        sql`exists (select 1 from rpc_endpoints e where e.chain_id = ${chains.chainId} and e.is_active and e.role = 'full')`,
      ),
    )
    .orderBy(asc(chains.chainId))
  return rows.flatMap(({ chain, head }) => {
    const problem = findHeadProblem(chain, head, now())
    return problem ? [toChainNotice(chain, problem)] : []
  })
}
