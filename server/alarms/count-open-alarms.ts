import { count, isNull } from 'drizzle-orm'
import { alarms } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'

/** The number of open alarms, for the navigation. */
export async function countOpenAlarms({ db }: OperatorCtx): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(alarms).where(isNull(alarms.closedAt))
  return counted?.total ?? 0
}
