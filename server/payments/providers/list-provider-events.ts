import { count, desc, eq, getTableColumns } from 'drizzle-orm'
import { providerEvents } from '@/db/schema'
import type { ProviderEventFilter, ProviderEventPage } from '@/schemas/payments/providers/contract'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { toProviderEvent } from './view'

/** Events that providers sent, newest first. Their bodies are left out: they may name payers. */
export async function listProviderEvents(
  { db }: OperatorCtx,
  { state, page }: ProviderEventFilter,
): Promise<ProviderEventPage> {
  const where = state === null ? undefined : eq(providerEvents.state, state)
  const { body: _body, headers: _headers, ...columns } = getTableColumns(providerEvents)
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
