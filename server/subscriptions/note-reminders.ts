import { sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { subscriptionReminders } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/** So many days before its end somebody is told that a subscription is about to be renewed. */
export const REMINDER_DAYS = [7, 3, 1] as const

const MOST = 500

type Row = { id: string; businessId: string; endDate: string; daysBefore: number }

/**
 * Notes of each subscription that ends soon and costs something the reminder that is due, once for its end: who comes late tells the nearest
 * only. Who tells reads the rows. Returns how many are new.
 */
export async function noteReminders({ db, now }: WorkerCtx): Promise<number> {
  const due = await db.execute<Row>(sql`
    select s.id, s.business_id as "businessId", s.end_date::text as "endDate", d.days as "daysBefore"
    from subscriptions s join plans p on p.id = s.plan_id
    cross join lateral (
      select min(days) as days from unnest(array[${sql.join([...REMINDER_DAYS], sql`, `)}]::int[]) as days
      where s.end_date - days * interval '1 day' <= ${now().toISOString()}::timestamptz
    ) d
    where s.status = 'ACTIVE' and s.auto_renew and p.price_monthly_minor > 0 and d.days is not null
      and s.end_date > ${now().toISOString()}::timestamptz
      and not exists (select 1 from subscription_reminders r
        where r.subscription_id = s.id and r.end_date = s.end_date and r.days_before <= d.days)
    order by s.end_date limit ${MOST}`)
  if (due.length === 0) return 0
  const rows = due.map(({ id: subscriptionId, businessId, endDate, daysBefore }) => ({
    ...{ id: newId(), businessId, subscriptionId, endDate: new Date(endDate), daysBefore, createdAt: now() },
  }))
  const noted = await db
    .insert(subscriptionReminders)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: subscriptionReminders.id })
  return noted.length
}
