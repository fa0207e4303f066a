import { and, asc, eq } from 'drizzle-orm'
import { ipAllowlist } from '@/db/schema'
import type { AllowlistEntryView } from '@/schemas/projects/contract'
import type { TenantCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { toAllowlistEntryView } from './view'

/** The project's allowlist, oldest entry first; an empty one allows every address. */
export async function listAllowedIpAddresses(
  ctx: Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string },
): Promise<Rows<AllowlistEntryView>> {
  const rows = await ctx.db
    .select()
    .from(ipAllowlist)
    .where(and(eq(ipAllowlist.businessId, ctx.businessId), eq(ipAllowlist.projectId, ctx.projectId)))
    .orderBy(asc(ipAllowlist.createdAt), asc(ipAllowlist.id))
  return { items: rows.map(toAllowlistEntryView) }
}
