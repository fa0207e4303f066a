import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { retentionStart } from '@/server/retention-start'

/**
 * Deletes the signed bytes of lost transactions whose recovery ended long ago, and of those that have a record by now:
 * no later request is held for them. A held transaction keeps its bytes until an operator decides about it. Returns how
 * many recoveries changed.
 */
export async function pruneLost({ db, now }: WorkerCtx): Promise<number> {
  const { count } = await db.execute(sql`
    with pruned as (
      select r.id, jsonb_agg(case when e.lost ->> 'heldId' is null and (r.left_at < ${retentionStart(now()).toISOString()}::timestamptz
          or exists (select from transaction_attempts a where a.chain_id = (e.lost ->> 'chainId')::int and a.tx_hash = e.lost ->> 'hash'))
        then e.lost - '{raw,data,gasLimit,maxFeePerGas,maxPriorityFeePerGas,heldId,otherIds}'::text[] else e.lost end order by e.position) as lost
      from recoveries r cross join lateral jsonb_array_elements(r.lost) with ordinality as e(lost, position)
      where r.left_at is not null
      group by r.id
    )
    update recoveries r set lost = pruned.lost from pruned where r.id = pruned.id and r.lost <> pruned.lost`)
  return count
}
