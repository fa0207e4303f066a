import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { alarms } from '@/db/schema'
import type { Watcher } from '@/server/alarms/watcher'

/** Keeps the alarm about replaced final blocks open for a day. The follower opens it. */
export const finalityWatcher: Watcher = {
  name: 'finality',
  kinds: ['finality_broken'],
  async findCauses({ db }) {
    const { chainId, subject, message, openedAt, closedAt } = alarms
    const rows = await db
      .select({ chainId, subject, message })
      .from(alarms)
      .where(and(eq(alarms.kind, 'finality_broken'), isNull(closedAt), gt(openedAt, sql`now() - interval '1 day'`)))
    return rows.map((row) => ({ kind: 'finality_broken' as const, ...row }))
  },
}
