import { and, count, eq } from 'drizzle-orm'
import { ipAllowlist } from '@/db/schema'
import type { AllowlistEntryView } from '@/schemas/projects/contract'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { lockAllowlist } from '@/server/database/lock-allowlist'
import { validationError } from '@/server/errors'
import { toAllowlistEntryView } from './view'

/** The maximum, because each call of the project checks all of them. */
const MAX_ADDRESSES = 200

/**
 * Allows an address; from the first one on, calls from any other address are refused. Throws invalid for one that is
 * allowed already, and past 200 of them.
 */
export async function allowIpAddress(
  ctx: AuditCtx & { projectId: string },
  { ipAddress, label }: { ipAddress: string; label: string },
): Promise<AllowlistEntryView> {
  const { businessId, projectId, actor } = ctx
  await lockAllowlist(ctx)
  const [row] = await ctx.db
    .insert(ipAllowlist)
    .values({ businessId, projectId, ipAddress, label, createdBy: actor.id })
    .onConflictDoNothing()
    .returning()
  if (!row) throw validationError([`ipAddress: ${ipAddress} is already on the allowlist`])
  const [existing] = await ctx.db
    .select({ addresses: count() })
    .from(ipAllowlist)
    .where(and(eq(ipAllowlist.businessId, businessId), eq(ipAllowlist.projectId, projectId)))
  if ((existing?.addresses ?? 0) > MAX_ADDRESSES) {
    throw validationError([`ipAddress: the allowlist holds ${MAX_ADDRESSES} addresses at most`])
  }
  await appendAudit(ctx, { action: 'allowlist.added', target: row.id, detail: { ipAddress, label } })
  return toAllowlistEntryView(row)
}
