import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { UNUSED_OF_SHARE } from './unused-of-share'

/**
 * Recalculates the reserved part of each day's budget for sponsored gas: for open transactions, and in shares that no
 * transaction took. A restored database lacks shares from which processes that outlived the restore still reserve.
 */
export async function recountReservations({ db }: Pick<WorkerCtx, 'db'>): Promise<void> {
  await db.execute(sql`
    with reserved as (
      select t.business_id, t.chain_id, t.gas_budget_day as day, t.gas_budget_micros as micros from transactions t
      where t.status = 'PENDING' and t.gas_budget_day is not null
        and not exists (select from gas_budget_costs c where c.transaction_id = t.id)
      union all
      select s.business_id, s.chain_id, s.day, ${UNUSED_OF_SHARE} from gas_budget_shares s
    )
    insert into gas_budget_days as d (business_id, chain_id, day, reserved_micros)
    select r.business_id, r.chain_id, r.day, sum(r.micros) from reserved r
      join businesses b on b.id = r.business_id and b.kind = 'customer'
    group by 1, 2, 3 order by 1, 2, 3 desc
    on conflict (business_id, chain_id, day) do update set reserved_micros = excluded.reserved_micros, updated_at = now()`)
}
