import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { indexerSubscriptions } from '@/db/schema'

/**
 * A pass: the reader of a chain that serves all subscriptions of one depth, with its own cursor. `depth` counts
 * confirmations; 0 means final by the chain's own rule.
 */
export type ReadDepth = { chainId: number; depth: number }

/** The subscriptions that a pass serves. */
export function subscriptionsAtDepth({ chainId, depth }: ReadDepth): SQL | undefined {
  return and(subscriptionsOfChain(chainId), eq(indexerSubscriptions.passDepth, depth))
}

export function subscriptionsOfChain(chainId: number): SQL | undefined {
  return and(eq(indexerSubscriptions.chainId, chainId), isNull(indexerSubscriptions.deletedAt))
}

/** The pass that serves a subscription with these confirmations. */
export function depthOf(confirmations: number | null): number {
  return confirmations ?? 0
}

/** The depths that subscriptions of a chain are read at, and their target depths, without duplicates. */
export function listPasses(db: Database, chainId: number): Promise<{ depth: number; targetDepth: number }[]> {
  const { passDepth: depth, confirmations } = indexerSubscriptions
  const targetDepth = sql<number>`coalesce(${confirmations}, 0)`
  return db
    .selectDistinct({ depth, targetDepth })
    .from(indexerSubscriptions)
    .where(subscriptionsOfChain(chainId))
    .orderBy(depth)
}

/** Depths of the passes of a chain that subscriptions need, the chain's own first. */
export async function listDepths(db: Database, chainId: number): Promise<number[]> {
  const depth = indexerSubscriptions.passDepth
  const rows = await db
    .selectDistinct({ depth })
    .from(indexerSubscriptions)
    .where(subscriptionsOfChain(chainId))
    .orderBy(depth)
  return rows.map((row) => row.depth)
}
