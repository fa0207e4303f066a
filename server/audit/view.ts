import type { auditLog } from '@/db/schema'
import type { AuditEntryView } from '@/schemas/audit/contract'

type Named = {
  /** The display name of the actor. */
  actor: string
  names: Record<string, string>
}

export function toAuditEntry(row: typeof auditLog.$inferSelect, { actor, names }: Named): AuditEntryView {
  return {
    seq: row.seq,
    actor,
    action: row.action,
    target: row.target,
    projectId: row.projectId,
    detail: row.detail,
    names,
    createdAt: row.createdAt.toISOString(),
  }
}
