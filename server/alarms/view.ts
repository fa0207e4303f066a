import type { alarms } from '@/db/schema'
import type { AlarmView } from './contract'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function toAlarm(row: typeof alarms.$inferSelect, chainName: string | null): AlarmView {
  return {
    id: row.id,
    kind: row.kind,
    chainId: row.chainId,
    chainName,
    subject: row.subject,
    transactionId: UUID.test(row.subject) ? row.subject : null,
    message: row.message,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}
