import type { auditLog } from '@/db/schema'
import type { AuditEntryView } from '@/schemas/audit/contract'

/** `actor`: the display name of the actor. */
export function toAuditEntry(row: typeof auditLog.$inferSelect, actor: string): AuditEntryView {
  return {
    seq: row.seq,
    actor,
    action: row.action,
    target: row.target,
    projectId: row.projectId,
    detail: row.detail,
    createdAt: row.createdAt.toISOString(),
  }
}
