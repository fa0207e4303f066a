import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { alarms } from '@/db/schema'
import { logger } from '@/server/logger'

type Cause = { kind: (typeof alarms.$inferSelect)['kind']; chainId: number | null; subject: string }

/** Opens an alarm for the operators and logs it, once per cause; while it is open, raising it again does nothing. */
export async function raiseAlarm(db: Database, alarm: Cause & { message: string }): Promise<void> {
  const opened = await db.insert(alarms).values(alarm).onConflictDoNothing().returning({ id: alarms.id })
  if (opened.length > 0)
    logger().warn({ alarm: alarm.kind, chainId: alarm.chainId, subject: alarm.subject }, alarm.message)
}

/** The cause is gone. */
export async function closeAlarm(db: Database, { kind, chainId, subject }: Cause): Promise<void> {
  await db
    .update(alarms)
    .set({ closedAt: sql`now()` })
    .where(
      and(
        eq(alarms.kind, kind),
        eq(alarms.subject, subject),
        chainId === null ? isNull(alarms.chainId) : eq(alarms.chainId, chainId),
        isNull(alarms.closedAt),
      ),
    )
}
