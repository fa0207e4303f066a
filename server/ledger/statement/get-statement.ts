import type { StatementFilter, StatementView } from '@/schemas/ledger/statement/contract'
import type { TenantCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { countLines, readEnds, readLines } from './read-lines'
import { toLine, toStatementBalance } from './view'

/**
 * The dollar balances of a business at the start and at the end of a period, and a page of the movements between them.
 */
export async function getStatement(
  ctx: Pick<TenantCtx, 'db' | 'businessId'>,
  { page: asked, ...period }: StatementFilter,
): Promise<StatementView> {
  const { opening, closing } = await readEnds(ctx, period)
  const total = await countLines(ctx, period)
  // The page is limited to the last one, as in every paged list.
  const page = Math.min(asked, Math.max(1, Math.ceil(total / PAGE_SIZE)))
  const rows = await readLines(ctx, { period, limit: PAGE_SIZE, offset: offsetOf(page) })
  return {
    ...period,
    currency: 'USD',
    opening: toStatementBalance(opening),
    closing: toStatementBalance(closing),
    lines: { items: rows.map(toLine), total, page, pageSize: PAGE_SIZE },
  }
}
