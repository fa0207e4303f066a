import { and, count, desc, eq } from 'drizzle-orm'
import { tokenOperations } from '@/db/schema'
import type { OperationView } from '@/schemas/tokens/operations/contract'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { offsetOf, type Page } from '@/server/paging'
import { requireToken } from '@/server/tokens/require-token'
import { readOperations } from './read-operations'

type Input = { tokenId: string; page: number; pageSize: number }

/** The operations of a token, newest first, without the lines of batches. Throws not_found. */
export async function listOperations(
  ctx: ProjectCtx,
  { tokenId, page, pageSize }: Input,
): Promise<Page<OperationView>> {
  await requireToken(ctx, tokenId)
  const where = and(eq(tokenOperations.businessId, ctx.businessId), eq(tokenOperations.tokenId, tokenId))
  const [counted] = await ctx.db.select({ total: count() }).from(tokenOperations).where(where)
  const rows = await ctx.db
    .select()
    .from(tokenOperations)
    .where(where)
    .orderBy(desc(tokenOperations.createdAt), desc(tokenOperations.id))
    .limit(pageSize)
    .offset(offsetOf(page, pageSize))
  const toView = await readOperations(ctx.db, rows, { withItems: false })
  return { items: rows.map(toView), total: counted?.total ?? 0, page, pageSize }
}

/** One operation, with the outcome of each line. Throws not_found. */
export async function getOperation(
  ctx: ProjectCtx,
  { tokenId, operationRef }: { tokenId: string; operationRef: string },
): Promise<OperationView> {
  await requireToken(ctx, tokenId)
  const [row] = await ctx.db
    .select()
    .from(tokenOperations)
    .where(
      and(
        eq(tokenOperations.businessId, ctx.businessId),
        eq(tokenOperations.tokenId, tokenId),
        eq(tokenOperations.id, operationRef),
      ),
    )
  if (!row) throw refusal('operation_not_found', { param: 'operationRef' })
  const toView = await readOperations(ctx.db, [row], { withItems: true })
  return toView(row)
}
