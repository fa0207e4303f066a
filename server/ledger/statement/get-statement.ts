import type { StatementFilter, StatementRow, StatementView } from '@/schemas/ledger/statement/contract'
import type { TenantCtx } from '@/server/ctx'
import { readFundsAfter, runningFunds } from '@/server/ledger/running-balance'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { countLines, type LineRow, readEnds, readLines } from './read-lines'
import { toStatementBalance, toStatementRow } from './view'

type Tenant = Pick<TenantCtx, 'db' | 'businessId'>

/**
 * The dollar balances of a business at the start and at the end of a period, and a page of the movements between them.
 */
export async function getStatement(
  ctx: Tenant,
  { page: requestedPage, ...period }: StatementFilter,
): Promise<StatementView> {
  const { opening, closing } = await readEnds(ctx, period)
  const total = await countLines(ctx, period)
  // The page is limited to the last one, as in every paged list.
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(total / PAGE_SIZE)))
  const rows = await readLines(ctx, { period, limit: PAGE_SIZE, offset: offsetOf(page) })
  return {
    ...period,
    currency: 'USD',
    opening: toStatementBalance(opening),
    closing: toStatementBalance(closing),
    lines: { items: await withBalances(ctx, rows), total, page, pageSize: PAGE_SIZE },
  }
}

/** Lines, oldest first, with the balances after each. */
async function withBalances({ db, businessId }: Tenant, rows: readonly LineRow[]): Promise<StatementRow[]> {
  const newest = rows.at(-1)
  if (!newest) return []
  const after = runningFunds(rows.toReversed(), await readFundsAfter(db, businessId, newest.journal)).toReversed()
  return rows.flatMap((row, index) => {
    const funds = after[index]
    return funds ? [toStatementRow(row, funds)] : []
  })
}
