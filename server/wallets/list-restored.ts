import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { wallets } from '@/db/schema/wallets'

/** Lists those of these wallets that a restore added, in the transaction that stores what arrived there. */
export async function listRestored(db: Database, walletIds: readonly string[]): Promise<void> {
  if (walletIds.length === 0) return
  await db
    .update(wallets)
    .set({ restored: 'used' })
    .where(and(inArray(wallets.id, [...walletIds]), eq(wallets.restored, 'unused')))
}
