import { ipAllowlist } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { validationError } from '@/server/errors'
import type { AllowlistEntryView } from './contract'
import { toAllowlistEntryView } from './view'

/** Allows an address; from the first one on, calls from any other address are refused. */
export async function allowIpAddress(
  ctx: AuditCtx & { projectId: string },
  { ipAddress, label }: { ipAddress: string; label: string },
): Promise<AllowlistEntryView> {
  const { businessId, projectId, actor } = ctx
  const [row] = await ctx.db
    .insert(ipAllowlist)
    .values({ businessId, projectId, ipAddress, label, createdBy: actor.id })
    .onConflictDoNothing()
    .returning()
  if (!row) throw validationError([`ipAddress: ${ipAddress} is already on the allowlist`])
  await appendAudit(ctx, { action: 'allowlist.added', target: row.id, detail: { ipAddress, label } })
  return toAllowlistEntryView(row)
}
