import { and, count, desc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import { businesses, payments } from '@/db/schema'
import type { OperatorPaymentFilter, OperatorPaymentPage } from '@/schemas/payments/operator/contract'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { withPlanNames } from '@/server/payments/with-plan-names'
import { withinPeriod } from '@/server/text/within-period'
import { toOperatorPayment } from './view'

/** Payments of all businesses, newest first. */
export async function listAllPayments(
  { db }: OperatorCtx,
  filter: OperatorPaymentFilter,
): Promise<OperatorPaymentPage> {
  const where = matches(filter)
  const rows = await db
    .select({ payment: getTableColumns(payments), businessName: businesses.name })
    .from(payments)
    .innerJoin(businesses, eq(businesses.id, payments.businessId))
    .where(where)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(filter.page))
  const [counted] = await db.select({ total: count() }).from(payments).where(where)
  return {
    items: await withPlanNames(
      { db },
      rows.map(({ payment, businessName }) => toOperatorPayment(payment, businessName)),
    ),
    total: counted?.total ?? 0,
    page: filter.page,
    pageSize: PAGE_SIZE,
  }
}

function matches({
  status,
  exception,
  businessId,
  provider,
  search,
  from,
  to,
}: OperatorPaymentFilter): SQL | undefined {
  return and(
    status && eq(payments.status, status),
    exception ? sql`${exception} = any(${payments.exceptions})` : undefined,
    businessId ? eq(payments.businessId, businessId) : undefined,
    provider ? eq(payments.providerId, provider) : undefined,
    search ? isNamed(search) : undefined,
    withinPeriod(payments.createdAt, { from, to }),
  )
}

/** Matches only complete references and ids, each through an index. */
function isNamed(search: string): SQL | undefined {
  const name = search.toUpperCase()
  return or(
    eq(payments.paymentRef, name),
    eq(payments.clientReference, search.normalize('NFC')),
    sql`${payments.id}::text = ${search.toLowerCase()}`,
    sql`${payments.id} in (select payment_id from deposit_accounts where reference = ${name}
      union all select payment_id from payment_refunds where reference = ${name}
      union all select payment_id from payment_receipts where provider_txn_id = ${search})`,
  )
}
