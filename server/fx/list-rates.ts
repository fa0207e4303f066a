import { count, desc } from 'drizzle-orm'
import { requireSound } from '@/db/require-sound'
import { fxRates } from '@/db/schema'
import { viewApart } from '@/server/alarms/view-apart'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import type { RateFilter, RatePage } from './contract'
import { toRate } from './view'

/** Every rate that a source gave, newest first. */
export async function listRates({ db }: OperatorCtx, { page }: RateFilter): Promise<RatePage> {
  const [counted] = await db.select({ total: count() }).from(fxRates)
  const rows = await db.select().from(fxRates).orderBy(desc(fxRates.id)).limit(PAGE_SIZE).offset(offsetOf(page))
  const { items, unreadable } = viewApart(rows, {
    noun: 'rate',
    idOf: ({ id }) => id,
    toView: (row) => toRate(requireSound(fxRates, row)),
  })
  return { items, total: counted?.total ?? 0, page, pageSize: PAGE_SIZE, unreadable }
}
