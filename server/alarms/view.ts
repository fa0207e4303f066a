import type { alarms } from '@/db/schema'
import { isUuid } from '@/server/text/is-uuid'
import type { AlarmView } from './contract'

export function toAlarm(row: typeof alarms.$inferSelect, chainName: string | null): AlarmView {
  return {
    id: row.id,
    kind: row.kind,
    chainId: row.chainId,
    chainName,
    subject: row.subject,
    transactionId: isUuid(row.subject) ? row.subject : null,
    message: row.message,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}
