import { sql } from 'drizzle-orm'
import { firstIdAt } from '@/db/new-id'
import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { repeatInBatches } from '@/server/repeat-in-batches'

const KEEP_DAYS = 400

/**
 * Deletes ended emails older than the longest period of a subscription, so that none is sent twice. Returns how many.
 */
export function pruneMails({ db, now }: WorkerCtx): Promise<number> {
  const firstKeptId = firstIdAt(new Date(now().getTime() - KEEP_DAYS * MS_PER_DAY))
  return repeatInBatches((limit) =>
    db.execute(sql`
      delete from mail_messages where status <> 'pending' and id = any(array(
        select id from mail_messages where id < ${firstKeptId}::uuid and status <> 'pending'
        order by id limit ${limit}::int for update skip locked
      ))`),
  )
}
