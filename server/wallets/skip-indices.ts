import { eq, type SQL, sql } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import { walletCounters, walletSeeds } from '@/db/schema/wallets'
import { MAX_ADDRESS_INDEX } from '@/schemas/wallets/contract'
import type { WorkerCtx } from '@/server/ctx'

/** More than a business uses between two backups, and a small part of 2,147,483,648. */
const SKIPPED = 100_000

/**
 * Leaves out the next address indices of every business, or of one. After a restore nobody knows which of them were
 * handed out since the backup, and an index that is handed out again gives two customers one address. The first of them
 * become wallets again (`addSkippedWallets`).
 */
export async function skipIndices(
  { db }: Pick<WorkerCtx, 'db'>,
  { businessId }: { businessId?: string } = {},
): Promise<void> {
  const isWanted: SQL = businessId === undefined ? sql`true` : eq(businesses.id, businessId)
  const hasSeed = sql`exists (select from ${walletSeeds} where ${walletSeeds.businessId} = c.business_id)`
  await db.execute(sql`
    insert into ${walletCounters} as c (business_id, chain_type, next_index, skipped_from)
    select ${businesses.id}, t.name, ${SKIPPED}, 0 from ${businesses} cross join (values ('EVM'), ('SOLANA')) as t (name)
    where ${isWanted}
    on conflict (business_id, chain_type) do update
      set next_index = least(${MAX_ADDRESS_INDEX}, c.next_index::bigint + ${SKIPPED}),
        skipped_from = case when ${hasSeed} then coalesce(c.skipped_from, c.next_index) else 0 end`)
}
