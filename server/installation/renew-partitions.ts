import { type SQL, sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { retentionStart } from '@/server/retention-start'

/**
 * Makes the partitions of the coming weeks and drops those that hold nothing which is still kept: logs before the
 * attempts they show. Returns their names. Throws if another has held a lock for long; nothing of the failed part
 * was done then.
 */
export async function renewPartitions({ db, now }: WorkerCtx): Promise<{ made: string[]; dropped: string[] }> {
  const firstKept = retentionStart(now()).toISOString()
  const namesBy = async (call: SQL) =>
    (await db.execute<{ name: string }>(sql`select name from ${call} name`)).map(({ name }) => name)
  const made = await namesBy(sql`prepare_partitions(${now().toISOString()}::timestamptz)`)
  const logs = await namesBy(sql`drop_partitions('indexer_logs', ${firstKept}::timestamptz)`)
  const attempts = await namesBy(sql`drop_partitions('webhook_attempts', ${firstKept}::timestamptz)`)
  return { made, dropped: [...logs, ...attempts] }
}
