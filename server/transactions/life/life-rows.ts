import type { approvals, requestLog, TransactionRow, transactionAttempts } from '@/db/schema'
import type { TimelineView } from '@/schemas/transactions/detail/contract'
import type { LifecycleEvent } from '@/schemas/transactions/life/contract'

export type AttemptRow = typeof transactionAttempts.$inferSelect
export type JournalRow = { id: string; kind: string; createdAt: Date; reservedUnits: string; gasUnits: string }
export type DeliveryRow = {
  messageId: string
  kind: string
  url: string
  queuedAt: Date
  attemptId: string | null
  number: number | null
  httpStatus: number | null
  error: string | null
  latencyMs: number | null
  at: Date | null
}

/** The rows that a time axis is made of. */
export type LifeRows = {
  row: TransactionRow
  context: {
    status: 'active' | 'suspended' | null
    businessStatus: 'active' | 'suspended'
    blockedReason: string | null
    blockedSince: Date | null
    blockedCount: number | null
    notBefore: Date | null
  }
  approval: typeof approvals.$inferSelect | null
  /** The display name of the person who decided. */
  decider: string | null
  request: Pick<typeof requestLog.$inferSelect, 'id' | 'method' | 'path' | 'status' | 'durationMs' | 'createdAt'> | null
  attempts: readonly AttemptRow[]
  journals: readonly JournalRow[]
  messages: readonly DeliveryRow[]
  userRequests: TimelineView['requests']
  /** The policies that were applied to it; null in `projectId` is the policy of the business. */
  ruled: readonly { projectId: string | null }[]
}

/** An event before its defaults. One without a time is left out. */
export type EventDraft = Pick<LifecycleEvent, 'id' | 'kind' | 'title'> & { at: Date | null } & Partial<
    Omit<LifecycleEvent, 'at'>
  >
