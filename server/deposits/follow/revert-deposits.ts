import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import type { Chain } from '@/server/chains/registry'
import { tellDeposits } from './tell-deposits'

const ended = z.object({ id: z.string(), wasConfirmed: z.boolean() })

type Blocks = { first: bigint; last: bigint; hashes: readonly string[] }

/**
 * Ends deposits that stood in blocks of a range which the chain no longer has; `hashes` are those it has. Who was told that one is confirmed is told this too.
 * Returns how many messages were put.
 */
export async function revertDeposits(
  db: Database,
  { chainId }: Chain,
  { first, last, hashes }: Blocks,
  now: Date,
): Promise<number> {
  const gone = await db.execute(sql`
    update deposits set stage = 'reverted', updated_at = ${now.toISOString()}::timestamptz
    where chain_id = ${chainId} and block_number between ${first.toString()}::numeric and ${last.toString()}::numeric and stage <> 'reverted'
      and block_hash not in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))
    returning id, confirmed_at is not null as "wasConfirmed"`)
  const told = z
    .array(ended)
    .parse([...gone])
    .filter(({ wasConfirmed }) => wasConfirmed)
  return tellDeposits(db, { kind: 'wallet.deposit.reverted', ids: told.map(({ id }) => id) }, now)
}
