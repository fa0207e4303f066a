import { and, count, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { paymentCounts, payments, subscriptions } from '@/db/schema'
import type { ListPaymentsQuery, PaymentPartInput, PaymentView } from '@/schemas/payments/contract'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { offsetOf, type Page } from '@/server/paging'
import { isAfter, PART_SIZE, toPart } from '@/server/paging-after'
import { beginsWith } from '@/server/text/begins-with'
import type { Part } from '@/server/text/csv-list'
import { hasIndexedMetadata } from '@/server/text/has-metadata'
import { endOf, withinPeriod } from '@/server/text/within-period'
import { type CountedDay, dayOf, totalOf, windowOf } from '@/server/window-of'
import { toPaymentView } from './view'

type Window = { where: SQL | undefined; offset: number; limit: number }

/**
 * Payments of the project, newest first. The total is exact: triggers count payments by day, so that no row outside the
 * page is read.
 */
export async function listPayments(ctx: ProjectCtx, query: ListPaymentsQuery): Promise<Page<PaymentView>> {
  const { page, pageSize, subscriptionId, clientReference, metadata, search, from, to } = query
  const range = { offset: offsetOf(page, pageSize), limit: pageSize }
  const isFew = subscriptionId || clientReference || metadata || search
  // Triggers count whole days. The payments of a period in minutes are counted in the index of the project.
  if (isFew || hasTime(from) || hasTime(to)) return { ...(await listFew(ctx, query, range)), page, pageSize }
  const days = await countPaymentDays(ctx, query)
  const total = totalOf(days)
  const window = windowOf(days, range)
  if (!window) return { items: [], total, page, pageSize }
  const within = and(gte(payments.createdAt, window.from), lt(payments.createdAt, window.below))
  const where = and(matches(ctx, query), within)
  return { ...(await readPayments(ctx, { where, offset: window.offset, limit: pageSize })), total, page, pageSize }
}

/** The matching payments from a position in the list on. */
export async function listPaymentsAfter(
  ctx: ProjectCtx,
  { after, ...filter }: PaymentPartInput,
): Promise<Part<PaymentView>> {
  const hasAll = await hasIndexedMetadata(ctx.db, payments, filter.metadata)
  const where = and(matches(ctx, filter), hasAll, isAfter(payments, after))
  return toPart((await readPayments(ctx, { where, offset: 0, limit: PART_SIZE })).items)
}

/** All payments of one subscription, newest first. Throws not_found if the project has no such subscription. */
export async function listPaymentsOfSubscription(ctx: ProjectCtx, subscriptionId: string): Promise<PaymentView[]> {
  const { businessId, projectId } = ctx
  const [existing] = await ctx.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.businessId, businessId),
        eq(subscriptions.projectId, projectId),
        eq(subscriptions.id, subscriptionId),
      ),
    )
  if (!existing) throw refusal('subscription_not_found')
  const where = and(
    eq(payments.businessId, businessId),
    eq(payments.projectId, projectId),
    eq(payments.subscriptionId, subscriptionId),
  )
  return (await readPayments(ctx, { where, offset: 0, limit: 10_000 })).items
}

async function listFew(ctx: ProjectCtx, query: ListPaymentsQuery, range: { offset: number; limit: number }) {
  const where = and(matches(ctx, query), await hasIndexedMetadata(ctx.db, payments, query.metadata))
  const [counted] = await ctx.db.select({ total: count() }).from(payments).where(where)
  return { ...(await readPayments(ctx, { where, ...range })), total: counted?.total ?? 0 }
}

function matches({ businessId, projectId }: ProjectCtx, query: Partial<ListPaymentsQuery>): SQL | undefined {
  const { purpose, status, subscriptionId, clientReference, search, from, to } = query
  return and(
    eq(payments.businessId, businessId),
    eq(payments.projectId, projectId),
    purpose && eq(payments.purpose, purpose),
    status && eq(payments.status, status),
    subscriptionId ? eq(payments.subscriptionId, subscriptionId) : undefined,
    clientReference ? eq(payments.clientReference, clientReference) : undefined,
    search ? isNamed(search) : undefined,
    withinPeriod(payments.createdAt, { from, to }),
  )
}

function isNamed(search: string): SQL | undefined {
  const { paymentRef, clientReference, reference, id } = payments
  return or(...[paymentRef, clientReference, reference, id].map((column) => beginsWith(column, search)))
}

/** Selects ids first, so that skipped rows are read from the index only. */
async function readPayments({ db }: ProjectCtx, { where, offset, limit }: Window) {
  const ids = db
    .select({ id: payments.id })
    .from(payments)
    .where(where)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .offset(offset)
    .limit(limit)
  const rows = await db
    .select()
    .from(payments)
    .where(sql`${payments.id} in (${ids})`)
    .orderBy(desc(payments.createdAt), desc(payments.id))
  return { items: rows.map(toPaymentView) }
}

function hasTime(end: string | undefined): boolean {
  return end?.includes('T') ?? false
}

/** The number of payments for each day of the period, newest first, and the number that match. */
function countPaymentDays(
  { db, businessId, projectId }: ProjectCtx,
  { purpose, status, from, to }: ListPaymentsQuery,
): Promise<CountedDay[]> {
  const { day, n } = paymentCounts
  const isMatching =
    and(purpose && eq(paymentCounts.purpose, purpose), status && eq(paymentCounts.status, status)) ?? sql`true`
  return db
    .select({
      day,
      rows: sql<number>`sum(${n})`.mapWith(Number),
      matching: sql<number>`coalesce(sum(${n}) filter (where ${isMatching}), 0)`.mapWith(Number),
    })
    .from(paymentCounts)
    .where(
      and(
        eq(paymentCounts.businessId, businessId),
        eq(paymentCounts.projectId, projectId),
        from ? gte(day, dayOf(new Date(from))) : undefined,
        to ? lt(day, dayOf(endOf(to))) : undefined,
      ),
    )
    .groupBy(day)
    .orderBy(desc(day))
}
