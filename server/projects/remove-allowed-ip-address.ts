import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { ipAllowlist } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { refusal } from '@/server/errors'

const uuid = z.uuid()

/** Takes an address off the list; without the last one, calls from anywhere are let in again. */
export async function removeAllowedIpAddress(
  ctx: AuditCtx & { projectId: string },
  { id }: { id: string },
): Promise<void> {
  // An id that is not a UUID matches no entry either: the same 404.
  if (!uuid.safeParse(id).success) throw refusal('ip_not_found')
  const [row] = await ctx.db
    .delete(ipAllowlist)
    .where(
      and(eq(ipAllowlist.businessId, ctx.businessId), eq(ipAllowlist.projectId, ctx.projectId), eq(ipAllowlist.id, id)),
    )
    .returning({ ipAddress: ipAllowlist.ipAddress })
  if (!row) throw refusal('ip_not_found')
  await appendAudit(ctx, { action: 'allowlist.removed', target: id, detail: row })
}
