import type { alarms } from '@/db/schema'
import type { AlarmView, WorkFaultView } from '@/schemas/alarms/contract'
import { type AlarmKind, WORKS } from '@/schemas/alarms/words'
import { isUuid } from '@/server/text/is-uuid'
import type { WorkFaultRow } from './find-work-faults'

/** The kinds whose subject is a token where it is an id. */
const OF_TOKENS: readonly AlarmKind[] = ['redemption_stuck', 'token_index_differs']

export function toAlarm(row: typeof alarms.$inferSelect, chainName: string | null): AlarmView {
  return {
    id: row.id,
    kind: row.kind,
    chainId: row.chainId,
    chainName,
    subject: row.subject,
    transactionId: isUuid(row.subject) && !OF_TOKENS.includes(row.kind) ? row.subject : null,
    message: row.message,
    reason: row.reason,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

export function toWorkFault(row: WorkFaultRow): WorkFaultView {
  const { name, subject, chainId, chainName, reason, next, since, lastAt, count } = row
  return {
    id: `${name} ${subject}`,
    ...WORKS[name],
    chainId,
    of: chainName ?? (subject || null),
    reason,
    next,
    since: since.toISOString(),
    lastAt: lastAt.toISOString(),
    count,
  }
}
