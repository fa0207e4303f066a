import { type SQL, sql } from 'drizzle-orm'
import { recoveries } from '@/db/schema'

/** More than the clocks of a process and of Postgres differ. */
const MAX_CLOCK_DIFFERENCE_MS = 3_600_000

/**
 * By chain of a family, the block up to which deposits were read when the first recovery since a moment began. Deposits
 * from that time that are missing now were missing from that recovery's backup too. Null if none began since.
 */
export function depositsReadBefore({ since, chainType }: { since: Date; chainType: SQL }): SQL {
  const from = new Date(since.getTime() - MAX_CLOCK_DIFFERENCE_MS).toISOString()
  return sql`(select jsonb_object_agg(p.chain_id, p.block) from (
    select k.key::int as chain_id, min(k.value::numeric)::text as block
    from ${recoveries} r cross join lateral jsonb_each_text(r.deposits_read_to) k
    where r.cause <> 'stopped' and r.created_at >= ${from}::timestamptz group by 1) p
    join chains h on h.chain_id = p.chain_id where h.chain_type = ${chainType})`
}
