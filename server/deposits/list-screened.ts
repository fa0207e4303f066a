import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { depositScreenings, deposits } from '@/db/schema'
import type { DepositView } from '@/schemas/deposits/contract'
import type { TenantCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE, type Page } from '@/server/paging'
import { selectDeposits, toView } from './read-deposits'

const isFlagged = eq(depositScreenings.status, 'FLAGGED')

/** Deposits of the business whose flag waits for a decision, oldest first. */
export async function listScreened(
  { db, businessId }: Pick<TenantCtx, 'db' | 'businessId'>,
  { page }: { page: number },
): Promise<Page<DepositView>> {
  const where = and(eq(depositScreenings.businessId, businessId), isFlagged)
  const [counted] = await db.select({ total: count() }).from(depositScreenings).where(where)
  const rows = await selectDeposits(db)
    .where(where)
    .orderBy(asc(depositScreenings.createdAt), asc(deposits.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  return { items: rows.map(toView), total: counted?.total ?? 0, page, pageSize: PAGE_SIZE }
}

/** The deposits among these whose flag waits for a decision, of any business, in no order. */
export async function readFlagged(db: Database, ids: readonly string[]): Promise<DepositView[]> {
  const rows = await selectDeposits(db).where(and(inArray(deposits.id, [...ids]), isFlagged))
  return rows.map(toView)
}
