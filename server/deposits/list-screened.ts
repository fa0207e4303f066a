import { and, asc, count, eq, inArray } from 'drizzle-orm'
import { businesses, depositScreenings, deposits } from '@/db/schema'
import type { ScreenedDepositView } from '@/schemas/deposits/contract'
import type { WorkerCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE, type Page } from '@/server/paging'
import { selectDeposits, toView } from './read-deposits'
import { toScreenedDeposit } from './view'

/** The business whose flagged deposits are listed; for operators all that the platform's list names. */
type Asked = { page: number; businessId?: string }

/** Deposits whose flag waits for a decision, oldest first. */
export async function listScreened(
  { db }: Pick<WorkerCtx, 'db'>,
  { page, businessId }: Asked,
): Promise<Page<ScreenedDepositView>> {
  const isOf =
    businessId === undefined ? eq(depositScreenings.list, 'OPERATOR') : eq(depositScreenings.businessId, businessId)
  const where = and(isOf, eq(depositScreenings.status, 'FLAGGED'))
  const [counted] = await db.select({ total: count() }).from(depositScreenings).where(where)
  const rows = await selectDeposits(db)
    .where(where)
    .orderBy(asc(depositScreenings.createdAt), asc(deposits.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  const ids = [...new Set(rows.map(({ deposit }) => deposit.businessId))]
  const owners = await db
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(inArray(businesses.id, ids))
  const names = new Map(owners.map(({ id, name }) => [id, name]))
  const items = rows.map((row) => {
    const { businessId: whose } = row.deposit
    return toScreenedDeposit(toView(row), { businessId: whose, businessName: names.get(whose) ?? '' })
  })
  return { items, total: counted?.total ?? 0, page, pageSize: PAGE_SIZE }
}
