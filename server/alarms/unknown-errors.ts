import { and, gt, gte, sql } from 'drizzle-orm'
import { unknownErrors } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { drainUnknownErrors } from '@/server/record-unknown-error'
import { formatUtc } from '@/server/text/format-utc'
import type { Watcher } from './watcher'

/** The number of errors of one origin, none further than the pause from the one before, that make a run. */
const RUN_LENGTH = 5
const PAUSE_MS = 15 * 60_000
/** Writes the errors that this process recorded since the last time. */
export async function flushUnknownErrors({ db, now }: WorkerCtx): Promise<void> {
  const rows = drainUnknownErrors().map(([origin, count]) => ({ origin, count, firstAt: now(), lastAt: now() }))
  if (rows.length === 0) return
  const isOver = sql`${unknownErrors.lastAt} < ${new Date(now().getTime() - PAUSE_MS).toISOString()}::timestamptz`
  await db
    .insert(unknownErrors)
    .values(rows)
    .onConflictDoUpdate({
      target: unknownErrors.origin,
      set: {
        count: sql`case when ${isOver} then excluded.count else ${unknownErrors.count} + excluded.count end`,
        firstAt: sql`case when ${isOver} then excluded.first_at else ${unknownErrors.firstAt} end`,
        lastAt: sql`excluded.last_at`,
      },
    })
}

export const errorWatcher: Watcher = {
  name: 'errors',
  kinds: ['repeated_error'],
  async findCauses({ db, now }) {
    const runs = await db
      .select()
      .from(unknownErrors)
      .where(and(gte(unknownErrors.count, RUN_LENGTH), gt(unknownErrors.lastAt, new Date(now().getTime() - PAUSE_MS))))
    return runs.map(({ origin, firstAt }) => ({
      kind: 'repeated_error',
      chainId: null,
      subject: origin,
      message: `An unexpected error has repeated since ${formatUtc(firstAt)}: the log has each with its request or row`,
    }))
  },
}
