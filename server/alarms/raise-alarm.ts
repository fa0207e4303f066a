import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { alarms } from '@/db/schema'
import { logger } from '@/server/logger'

type Cause = { kind: (typeof alarms.$inferSelect)['kind']; chainId: number | null; subject: string }

type Raised = Cause & {
  message: string
  /** The reason why the alarm does not close automatically. Undefined keeps the stored reason. */
  reason?: string | null
}

/**
 * Opens an alarm for the operators and logs it, once per cause; while it is open, raising it again only renews its
 * reason.
 */
export async function raiseAlarm(db: Database, alarm: Raised): Promise<void> {
  const { kind, chainId, subject, message, reason } = alarm
  const opened = await db.insert(alarms).values(alarm).onConflictDoNothing().returning({ id: alarms.id })
  if (opened.length > 0) return logger().warn({ alarm: kind, chainId, subject, reason }, message)
  if (reason === undefined) return
  await db
    .update(alarms)
    .set({ reason })
    .where(and(isOpen(alarm), sql`${alarms.reason} is distinct from ${reason}`))
}

/** The cause no longer exists. */
export async function closeAlarm(db: Database, cause: Cause): Promise<void> {
  await db.update(alarms).set({ closedAt: sql`now()` }).where(isOpen(cause))
}

function isOpen({ kind, chainId, subject }: Cause) {
  return and(
    eq(alarms.kind, kind),
    eq(alarms.subject, subject),
    chainId === null ? isNull(alarms.chainId) : eq(alarms.chainId, chainId),
    isNull(alarms.closedAt),
  )
}
