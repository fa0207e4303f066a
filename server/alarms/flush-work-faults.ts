import { sql } from 'drizzle-orm'
import { workFaults } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { drainWorkFaults } from './record-work-fault'

/**
 * Writes the faults and successes that this process recorded since the last time: operators and alarms of all processes
 * read it.
 */
export async function flushWorkFaults({ db }: WorkerCtx): Promise<void> {
  const { faults, well } = drainWorkFaults()
  const isOver = sql`${workFaults.overAt} is not null`
  for (const { work, reason, next, since, lastAt, added } of faults) {
    const { name, of: subject, chainId } = work
    await db
      .insert(workFaults)
      .values({ name, subject, chainId, reason, next, since, lastAt, count: added })
      .onConflictDoUpdate({
        target: [workFaults.name, workFaults.subject],
        set: {
          reason,
          next,
          lastAt,
          overAt: null,
          since: sql`case when ${isOver} then excluded.since else ${workFaults.since} end`,
          count: sql`case when ${isOver} then excluded.count else ${workFaults.count} + excluded.count end`,
        },
      })
  }
  if (well.length === 0) return
  const rows = well.map(({ work, at }) => ({ name: work.name, subject: work.of, at }))
  await db.execute(sql`
    update work_faults f set over_at = w.at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(name text, subject text, at timestamptz)
    where f.name = w.name and f.subject = w.subject and f.over_at is null and f.last_at <= w.at`)
}
