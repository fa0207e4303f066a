import { count, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { alarms, chains } from '@/db/schema'
import type { AlarmFilter, AlarmPage } from '@/schemas/alarms/contract'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { toAlarm } from './view'

/** Open alarms, or closed ones; newest first. */
export async function listAlarms({ db }: OperatorCtx, { state, page }: AlarmFilter): Promise<AlarmPage> {
  const where = state === 'open' ? isNull(alarms.closedAt) : isNotNull(alarms.closedAt)
  const rows = await db
    .select({ alarm: alarms, chainName: chains.name })
    .from(alarms)
    .leftJoin(chains, eq(chains.chainId, alarms.chainId))
    .where(where)
    .orderBy(desc(state === 'open' ? alarms.openedAt : alarms.closedAt), desc(alarms.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  const [counted] = await db.select({ total: count() }).from(alarms).where(where)
  return {
    items: rows.map(({ alarm, chainName }) => toAlarm(alarm, chainName)),
    total: counted?.total ?? 0,
    page,
    pageSize: PAGE_SIZE,
  }
}
