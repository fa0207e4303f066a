import { count, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { providerEvents } from '@/db/schema'
import type { ProviderEventFilter, ProviderEventPage, ProviderEventView } from '@/schemas/payments/providers/contract'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { toProviderEvent } from './view'

/** The displayed fields of an event. Its body and its headers are not shown, because they may name payers. */
const { body: _body, headers: _headers, ...columns } = getTableColumns(providerEvents)

/** Events that providers sent, newest first. */
export async function listProviderEvents(
  { db }: OperatorCtx,
  { state, page }: ProviderEventFilter,
): Promise<ProviderEventPage> {
  const where = state === null ? undefined : eq(providerEvents.state, state)
  const rows = await db
    .select(columns)
    .from(providerEvents)
    .where(where)
    .orderBy(desc(providerEvents.receivedAt), desc(providerEvents.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  const [counted] = await db.select({ total: count() }).from(providerEvents).where(where)
  return {
    items: rows.map(toProviderEvent),
    total: counted?.total ?? 0,
    page,
    pageSize: PAGE_SIZE,
  }
}

/** These events, in no order. */
export async function readProviderEvents(db: Database, ids: readonly string[]): Promise<ProviderEventView[]> {
  const rows = await db
    .select(columns)
    .from(providerEvents)
    .where(inArray(providerEvents.id, [...ids]))
  return rows.map(toProviderEvent)
}
