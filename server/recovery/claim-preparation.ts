import { isNull, sql } from 'drizzle-orm'
import { heartbeats, recoveries } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

const NAME = 'recovery-prepared'

/**
 * True for one caller for each beginning of the open recovery; false while none is open, and for one by which an
 * operator only stopped sending. Within a transaction, with whose commit it counts as prepared.
 */
export async function claimPreparation({ db }: Pick<WorkerCtx, 'db'>): Promise<boolean> {
  // Callers that come at once wait here for the first.
  await db.select({ id: recoveries.id }).from(recoveries).where(isNull(recoveries.leftAt)).for('update')
  const claimed = await db.execute(sql`
    insert into ${heartbeats} as h (name, beat_at)
    select ${NAME}, created_at from ${recoveries} where left_at is null and cause <> 'stopped'
    on conflict (name) do update set beat_at = excluded.beat_at where h.beat_at < excluded.beat_at
    returning name`)
  return claimed.length > 0
}
