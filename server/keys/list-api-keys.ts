import { and, asc, desc, eq } from 'drizzle-orm'
import { apiKeys } from '@/db/schema'
import type { NamedKeyView } from '@/schemas/keys/contract'
import type { AuditCtx } from '@/server/audit/append-audit'
import type { Rows } from '@/server/paging'
import { mayCreateKeys } from './may-create-keys'
import { toNamedKey } from './view'

/**
 * Every key the project ever had, the newest pair first and of each pair the live key first, and whether its owners may
 * create the next pair.
 */
export async function listApiKeys(
  ctx: Pick<AuditCtx, 'db' | 'businessId' | 'now'> & { projectId: string },
): Promise<Rows<NamedKeyView> & { mayCreate: boolean }> {
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.businessId, ctx.businessId), eq(apiKeys.projectId, ctx.projectId)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.pairId), asc(apiKeys.id))
  return { items: rows.map((row) => toNamedKey(row, ctx.now())), mayCreate: await mayCreateKeys(ctx) }
}
