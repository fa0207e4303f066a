import { sql } from 'drizzle-orm'
import { firstIdAt } from '@/db/new-id'
import { EVENTS_KEPT_DAYS } from '@/schemas/webhooks/streams/words'
import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { repeatInBatches } from '@/server/repeat-in-batches'

/** Deletes expired recorded events, by the time in their ids. Returns their number. */
export async function pruneEvents({ db, now }: WorkerCtx): Promise<number> {
  const firstKeptId = firstIdAt(new Date(now().getTime() - EVENTS_KEPT_DAYS * MS_PER_DAY))
  return repeatInBatches((limit) =>
    db.execute(sql`
      delete from project_events where id = any(array(
        select id from project_events where id < ${firstKeptId}::uuid order by id limit ${limit}::int
      ))`),
  )
}
