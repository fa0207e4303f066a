import { and, asc, eq } from 'drizzle-orm'
import { ipAllowlist } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import type { AllowlistEntryView } from './contract'
import { toAllowlistEntryView } from './view'

export async function listAllowedIpAddresses(
  ctx: Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string },
): Promise<AllowlistEntryView[]> {
  const rows = await ctx.db
    .select()
    .from(ipAllowlist)
    .where(and(eq(ipAllowlist.businessId, ctx.businessId), eq(ipAllowlist.projectId, ctx.projectId)))
    .orderBy(asc(ipAllowlist.createdAt), asc(ipAllowlist.id))
  return rows.map(toAllowlistEntryView)
}
