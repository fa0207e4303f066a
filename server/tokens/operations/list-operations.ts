import { and, count, desc, eq } from 'drizzle-orm'
import { requireSound } from '@/db/require-sound'
import { tokenOperations } from '@/db/schema'
import { viewApart } from '@/server/alarms/view-apart'
import { refusal } from '@/server/errors'
import { offsetOf, type Page } from '@/server/paging'
import { type ProjectCtx, requireToken } from '../require-token'
import type { OperationView } from './contract'
import { readOperations } from './read-operations'

type Wanted = { tokenId: string; page: number; pageSize: number }

/** What was asked of a token, newest first, without the lines of batches. Throws not_found. */
export async function listOperations(
  ctx: ProjectCtx,
  { tokenId, page, pageSize }: Wanted,
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
  const views = await readOperations(ctx.db, rows, { withItems: false })
  const viewed = viewApart(rows, {
    noun: 'token operation',
    idOf: ({ id }) => id,
    toView: (row) => requireView(views.get(requireSound(tokenOperations, row).id)),
  })
  return { ...viewed, total: counted?.total ?? 0, page, pageSize }
}

/** One of them, with the outcome of each line. Throws not_found. */
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
  const views = await readOperations(ctx.db, [requireSound(tokenOperations, row)], { withItems: true })
  return requireView(views.get(row.id))
}

function requireView(view: OperationView | undefined): OperationView {
  if (!view) throw new Error('an operation that was read has a view')
  return view
}
