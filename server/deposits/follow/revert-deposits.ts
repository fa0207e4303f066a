import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { Chain } from '@/server/chains/registry'

type Blocks = { first: bigint; last: bigint; hashes: readonly string[] }

/** Ends deposits that stood in blocks of a range which the chain no longer has; `hashes` are those it has. */
export async function revertDeposits(
  db: Database,
  { chainId }: Chain,
  { first, last, hashes }: Blocks,
  now: Date,
): Promise<void> {
  await db.execute(sql`
    update deposits set stage = 'reverted', updated_at = ${now.toISOString()}::timestamptz
    where chain_id = ${chainId} and block_number between ${first.toString()}::numeric and ${last.toString()}::numeric and stage <> 'reverted'
      and block_hash not in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))`)
}
