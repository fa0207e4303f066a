import { and, eq, ne } from 'drizzle-orm'
import { chains, tokens } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/** Chains with tokens that are deployed or will be. */
export function findTokenChains({ db }: WorkerCtx): Promise<{ chainId: number }[]> {
  return db
    .selectDistinct({ chainId: tokens.chainId })
    .from(tokens)
    .innerJoin(chains, eq(chains.chainId, tokens.chainId))
    .where(and(ne(tokens.status, 'FAILED'), eq(chains.isActive, true)))
}
