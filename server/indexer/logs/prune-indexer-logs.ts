import { sql } from 'drizzle-orm'
import { firstIdAt } from '@/db/new-id'
import type { WorkerCtx } from '@/server/ctx'
import { repeatInBatches } from '@/server/repeat-in-batches'
import { retentionStart } from '@/server/retention-start'

/**
 * Deletes expired delivery logs that were not in a dropped partition (`renewPartitions`). Returns the number deleted.
 */
export function pruneIndexerLogs({ db, now }: WorkerCtx): Promise<number> {
  const firstKeptId = firstIdAt(retentionStart(now()))
  return repeatInBatches((limit) =>
    db.execute(sql`
      delete from indexer_logs where id < ${firstKeptId}::uuid and id = any(array(
        select id from indexer_logs where id < ${firstKeptId}::uuid order by id limit ${limit}::int
      ))`),
  )
}
