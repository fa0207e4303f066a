import { sql } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import { walletCounters } from '@/db/schema/wallets'
import { MAX_ADDRESS_INDEX } from '@/schemas/wallets/contract'
import type { WorkerCtx } from '@/server/ctx'

/** More than a business uses between two backups, and a small part of 2,147,483,648. */
const SKIPPED = 100_000

/**
 * Leaves out the next address indices of every business. After a restore nobody knows which of them were handed out
 * since the backup, and an index that is handed out again gives two customers one address.
 */
export async function skipIndices({ db }: Pick<WorkerCtx, 'db'>): Promise<void> {
  await db.execute(sql`
    insert into ${walletCounters} (business_id, chain_type, next_index)
    select b.id, t.name, ${SKIPPED} from ${businesses} b cross join (values ('EVM'), ('SOLANA')) as t (name)
    on conflict (business_id, chain_type) do update
      set next_index = least(${MAX_ADDRESS_INDEX}, ${walletCounters}.next_index::bigint + ${SKIPPED})`)
}
