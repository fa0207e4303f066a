import { isNull } from 'drizzle-orm'
import { alarms } from '@/db/schema'
import type { AlarmKind } from '@/schemas/alarms/words'
import { workerCtx } from '@/server/ctx'

/** The alarms that operators see now. */
export async function openAlarms() {
  const rows = await workerCtx().db.select().from(alarms).where(isNull(alarms.closedAt))
  return rows.map(({ kind, chainId, subject }) => ({ kind, chainId, subject }))
}

/** The subjects of the open alarms of one kind. */
export async function alarmedOf(kind: AlarmKind): Promise<string[]> {
  return (await openAlarms()).filter((alarm) => alarm.kind === kind).map(({ subject }) => subject)
}
