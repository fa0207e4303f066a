import type { Database } from '@/db/client'
import { lanes } from '@/db/schema'

type NewLane = { businessId: string; chainId: number; walletId: string; address: string }

/** A lane exists before anything is queued on it, once and for good. */
export async function openLanes(db: Database, rows: NewLane[]): Promise<void> {
  await db.insert(lanes).values(rows).onConflictDoNothing()
}
