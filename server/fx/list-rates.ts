import { count, desc } from 'drizzle-orm'
import { fxRates } from '@/db/schema'
import type { RateFilter, RatePage } from '@/schemas/fx/contract'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { toRate } from './view'

/** All rates that sources returned, newest first. */
export async function listRates({ db }: OperatorCtx, { page }: RateFilter): Promise<RatePage> {
  const [counted] = await db.select({ total: count() }).from(fxRates)
  const rows = await db.select().from(fxRates).orderBy(desc(fxRates.id)).limit(PAGE_SIZE).offset(offsetOf(page))
  return { items: rows.map(toRate), total: counted?.total ?? 0, page, pageSize: PAGE_SIZE }
}
