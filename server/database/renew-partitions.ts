import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { keptSince } from '@/server/kept-since'

/**
 * Makes the partitions of the coming weeks and drops those that hold nothing which is still kept: logs before the attempts they show. Returns their names.
 * Throws where another has held a lock for long; nothing of the failed part was done then.
 */
export async function renewPartitions({ db, now }: WorkerCtx): Promise<{ made: string[]; dropped: string[] }> {
  const kept = keptSince(now())
  const named = async (query: ReturnType<typeof sql>) => {
    const [row] = await db.execute<{ names: string[] }>(query)
    return row?.names ?? []
  }
  const made = await named(sql`select prepare_partitions(${now()}) as names`)
  const logs = await named(sql`select drop_partitions('indexer_logs', ${kept}) as names`)
  const attempts = await named(sql`select drop_partitions('webhook_attempts', ${kept}) as names`)
  return { made, dropped: [...logs, ...attempts] }
}
