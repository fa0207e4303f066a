import type { ipAllowlist } from '@/db/schema'
import type { AllowlistEntryView } from './contract'

/** Spec 2.5. */
export function toAllowlistEntryView(row: typeof ipAllowlist.$inferSelect): AllowlistEntryView {
  return {
    id: row.id,
    projectId: row.projectId,
    ipAddress: row.ipAddress,
    label: row.label,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
