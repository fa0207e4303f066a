import { and, eq, type SQL, sql } from 'drizzle-orm'
import { deposits } from '@/db/schema'
import type { DepositPage, ListDepositsInput } from '@/schemas/deposits/contract'
import type { TenantCtx } from '@/server/ctx'
import { validationError } from '@/server/errors'
import { readDeposits } from './read-deposits'

/** A page of the business's deposits, newest first, after the one that `cursor` names. */
export async function listDeposits(
  ctx: TenantCtx,
  { cursor, limit, from, to, ...filter }: ListDepositsInput,
): Promise<DepositPage> {
  const request = { ...filter, ...(from ? { from: new Date(from) } : {}), ...(to ? { to: new Date(to) } : {}) }
  const behind = cursor === undefined ? undefined : await isBehind(ctx, cursor)
  // One more than the limit shows whether there are more.
  const found = await readDeposits(ctx, { request, behind, limit: limit + 1, offset: 0 })
  const items = found.slice(0, limit)
  const hasMore = found.length > limit
  return { items, pagination: { limit, hasMore, nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null } }
}

/** Throws validation_failed if the business has no such deposit. */
async function isBehind({ db, businessId }: TenantCtx, cursor: string): Promise<SQL> {
  const [row] = await db
    .select({ createdAt: deposits.createdAt })
    .from(deposits)
    .where(and(eq(deposits.businessId, businessId), eq(deposits.id, cursor)))
  if (!row) throw validationError(['cursor: is of no page of this list'])
  return sql`(${deposits.createdAt}, ${deposits.id}) < (${sql.param(row.createdAt, deposits.createdAt)}, ${cursor}::uuid)`
}
