import { and, asc, eq, ne } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokens } from '@/db/schema'

/** A token whose events are read. */
export type FollowedToken = { id: string; businessId: string; contractAddress: string; createdAt: Date }

/** Every token of a chain that has events or will have some. */
export function loadFollowed(db: Database, chainId: number): Promise<FollowedToken[]> {
  const { id, businessId, contractAddress, createdAt } = tokens
  return db
    .select({ id, businessId, contractAddress, createdAt })
    .from(tokens)
    .where(and(eq(tokens.chainId, chainId), ne(tokens.status, 'FAILED')))
    .orderBy(asc(createdAt), asc(id))
}
