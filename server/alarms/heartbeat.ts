import { eq, sql } from 'drizzle-orm'
import { heartbeats } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { formatUtc } from '@/server/text/format-utc'
import type { Watcher } from './watcher'

/** The job that runs every minute, whatever else there is to do. */
export const MINUTE_JOB = 'sweep'
/** Three runs were missed. */
const JOBS_SILENT_AFTER_MS = 200_000

/** Records that a regular event has happened. */
export async function recordHeartbeat({ db, now }: WorkerCtx, name: string): Promise<void> {
  await db
    .insert(heartbeats)
    .values({ name, beatAt: now() })
    .onConflictDoUpdate({ target: heartbeats.name, set: { beatAt: now() } })
}

/** True for one caller of all processes in `everyMs`. */
export async function claimInterval({ db, now }: WorkerCtx, turn: { name: string; everyMs: number }): Promise<boolean> {
  const claimed = await db
    .insert(heartbeats)
    .values({ name: turn.name, beatAt: now() })
    .onConflictDoUpdate({
      target: heartbeats.name,
      set: { beatAt: now() },
      setWhere: sql`${heartbeats.beatAt} <= ${new Date(now().getTime() - turn.everyMs).toISOString()}::timestamptz`,
    })
    .returning({ name: heartbeats.name })
  return claimed.length > 0
}

/**
 * The moment up to which `name` was done before. Only one of concurrent callers gets it; the others get null, as do
 * callers after `until` was reached. Within a transaction it counts as done when that commits. If it was never done, it
 * begins `firstMs` before `until`.
 */
export async function claimUntil(
  { db }: Pick<WorkerCtx, 'db'>,
  { name, until, firstMs }: { name: string; until: Date; firstMs: number },
): Promise<Date | null> {
  const first = { name, beatAt: new Date(until.getTime() - firstMs) }
  await db.insert(heartbeats).values(first).onConflictDoNothing()
  const [done] = await db.select().from(heartbeats).where(eq(heartbeats.name, name)).for('update')
  if (!done || done.beatAt >= until) return null
  await db.update(heartbeats).set({ beatAt: until }).where(eq(heartbeats.name, name))
  return done.beatAt
}

/** Whether the job engine still runs jobs. A new installation gets as long as a running one. */
export const jobWatcher: Watcher = {
  name: 'jobs',
  kinds: ['jobs_silent'],
  async findCauses({ db, now }) {
    const [beaten] = await db
      .insert(heartbeats)
      .values({ name: MINUTE_JOB, beatAt: now() })
      .onConflictDoUpdate({ target: heartbeats.name, set: { name: MINUTE_JOB } })
      .returning({ at: heartbeats.beatAt })
    if (!beaten || now().getTime() - beaten.at.getTime() < JOBS_SILENT_AFTER_MS) return []
    const message = `No job has run since ${formatUtc(beaten.at)}: nothing is signed, watched or delivered`
    return [{ kind: 'jobs_silent', chainId: null, subject: 'job engine', message }]
  },
}
