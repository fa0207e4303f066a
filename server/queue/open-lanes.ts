import { inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { lanes } from '@/db/schema'
import { workerCtx } from '@/server/ctx'

type NewLane = { businessId: string; chainId: number; walletId: string; address: string }

/** A lane is created before anything is queued on it, and never deleted. */
export async function openLanes(db: Database, rows: NewLane[]): Promise<void> {
  await db.insert(lanes).values(rows).onConflictDoNothing()
}

/**
 * Opens missing lanes outside the transaction of `db`, always in the same order. Two transactions that each opened
 * several would deadlock.
 */
export async function openMissingLanes(db: Database, rows: NewLane[]): Promise<void> {
  if (rows.length === 0) return
  const walletIds = [...new Set(rows.map(({ walletId }) => walletId))]
  // Read in the transaction, which sees the lanes that it opened itself: no other transaction may wait for those.
  const open = await db
    .select({ chainId: lanes.chainId, walletId: lanes.walletId })
    .from(lanes)
    .where(inArray(lanes.walletId, walletIds))
  const known = new Set(open.map(keyOf))
  const missing = rows.filter((row) => !known.has(keyOf(row)))
  if (missing.length > 0)
    await openLanes(
      workerCtx().db,
      missing.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
    )
}

function keyOf({ chainId, walletId }: Pick<NewLane, 'chainId' | 'walletId'>): string {
  return `${chainId} ${walletId}`
}
