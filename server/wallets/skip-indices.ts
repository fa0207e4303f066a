import { type SQL, sql } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import { walletCounters, wallets } from '@/db/schema/wallets'
import { MAX_ADDRESS_INDEX } from '@/schemas/wallets/contract'
import type { WorkerCtx } from '@/server/ctx'

/** More than a business uses between two backups, and a small part of 2,147,483,648. */
const SKIPPED = 100_000

/**
 * Leaves out the next address indices of every business. After a restore nobody knows which of them were handed out
 * since the backup, and an index that is handed out again gives two customers one address. The first of them become
 * wallets again (`addSkippedWallets`).
 */
export function skipIndices(ctx: Pick<WorkerCtx, 'db'>): Promise<void> {
  const hasWallets = sql`exists (select from ${wallets} where ${wallets.businessId} = b.id)`
  return skip(ctx, {
    isWanted: sql`true`,
    // With a separate signer no role of the app sees which business has a seed.
    first: sql`case when ${hasWallets} then 0 end`,
    next: sql`coalesce(c.skipped_from, c.next_index + excluded.skipped_from)`,
  })
}

/** As `skipIndices`, for a business whose seed and wallets the backup lacks: from index 0 on. */
export function skipEveryIndex(ctx: Pick<WorkerCtx, 'db'>, businessId: string): Promise<void> {
  return skip(ctx, { isWanted: sql`b.id = ${businessId}`, first: sql`0`, next: sql`0` })
}

async function skip(
  { db }: Pick<WorkerCtx, 'db'>,
  { isWanted, first, next }: Record<'isWanted' | 'first' | 'next', SQL>,
): Promise<void> {
  await db.execute(sql`
    insert into ${walletCounters} as c (business_id, chain_type, next_index, skipped_from)
    select b.id, t.name, ${SKIPPED}, ${first} from ${businesses} b cross join (values ('EVM'), ('SOLANA')) as t (name) where ${isWanted}
    on conflict (business_id, chain_type) do update
      set next_index = least(${MAX_ADDRESS_INDEX}, c.next_index::bigint + ${SKIPPED}), skipped_from = ${next}`)
}
