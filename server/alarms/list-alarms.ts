import { count, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { alarms, chains } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import type { AlarmFilter, AlarmPage } from './contract'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Alarms that are open, or those whose cause is gone; newest first. */
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
    items: rows.map(({ alarm, chainName }) => ({
      id: alarm.id,
      kind: alarm.kind,
      chainId: alarm.chainId,
      chainName,
      subject: alarm.subject,
      transactionId: UUID.test(alarm.subject) ? alarm.subject : null,
      message: alarm.message,
      openedAt: alarm.openedAt.toISOString(),
      closedAt: alarm.closedAt?.toISOString() ?? null,
    })),
    total: counted?.total ?? 0,
    page,
    pageSize: PAGE_SIZE,
  }
}
