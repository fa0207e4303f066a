import { count, desc, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { businesses, paymentRefunds } from '@/db/schema'
import type { RefundFilter, RefundPage, RefundView } from '@/schemas/payments/refunds/contract'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { toRefundView } from './view'

/** Refunds of all businesses, newest first. */
export async function listRefunds({ db }: OperatorCtx, { state, page }: RefundFilter): Promise<RefundPage> {
  const where = state ? eq(paymentRefunds.state, state) : undefined
  const rows = await selectRefunds(db)
    .where(where)
    .orderBy(desc(paymentRefunds.createdAt), desc(paymentRefunds.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  const [counted] = await db.select({ total: count() }).from(paymentRefunds).where(where)
  return {
    items: rows.map(({ refund, businessName }) => toRefundView(refund, businessName)),
    total: counted?.total ?? 0,
    page,
    pageSize: PAGE_SIZE,
  }
}

/** These refunds, in no order. */
export async function readRefunds(db: Database, ids: readonly string[]): Promise<RefundView[]> {
  const rows = await selectRefunds(db).where(inArray(paymentRefunds.id, [...ids]))
  return rows.map(({ refund, businessName }) => toRefundView(refund, businessName))
}

function selectRefunds(db: Database) {
  return db
    .select({ refund: paymentRefunds, businessName: businesses.name })
    .from(paymentRefunds)
    .innerJoin(businesses, eq(businesses.id, paymentRefunds.businessId))
}
