import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { subscriptionReminders, subscriptions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { REMINDER_DAYS } from '@/server/mail/templates/renewal-reminder'

/** The maximum in one run; the next run continues. */
const MAX = 500

type Row = { id: string; daysBefore: (typeof REMINDER_DAYS)[number] }

/**
 * Subscriptions that end soon, cost something and were not canceled, with the reminder that is due and not recorded for
 * this end. After a delay only the nearest reminder is sent.
 */
export async function listDueReminders({ db, now }: WorkerCtx): Promise<Row[]> {
  return [...(await db.execute<Row>(dueAt(now(), sql`true`, sql`order by s.end_date limit ${MAX}`)))]
}

/**
 * Records the due reminder of a subscription, once for its end, and locks the subscription: it is neither canceled nor
 * renewed before the caller's transaction ends. Null if none is due any more.
 */
export async function recordReminder({ db, now }: WorkerCtx, id: string) {
  const row = await lockSubscription(db, id)
  const [due] = await db.execute<Row>(dueAt(now(), sql`s.id = ${id}`, sql``))
  if (!row || !due) return null
  const { businessId, endDate } = row
  const { daysBefore } = due
  const noted = await db
    .insert(subscriptionReminders)
    .values({ id: newId(), businessId, subscriptionId: id, endDate, daysBefore, createdAt: now() })
    .onConflictDoNothing()
    .returning({ id: subscriptionReminders.id })
  return noted.length === 1 ? { row, daysLeft: daysBefore } : null
}

async function lockSubscription(db: Database, id: string) {
  const [row] = await db.select().from(subscriptions).where(sql`id = ${id}`).for('no key update')
  return row ?? null
}

function dueAt(now: Date, which: ReturnType<typeof sql>, end: ReturnType<typeof sql>) {
  return sql`
    select s.id, d.days as "daysBefore"
    from subscriptions s join plans p on p.id = s.plan_id
    cross join lateral (
      select min(days) as days from unnest(array[${sql.join([...REMINDER_DAYS], sql`, `)}]::int[]) as days
      where s.end_date - days * interval '1 day' <= ${now.toISOString()}::timestamptz
    ) d
    where ${which} and s.status = 'ACTIVE' and s.auto_renew and p.price_monthly_minor > 0 and d.days is not null
      and s.end_date > ${now.toISOString()}::timestamptz
      and not exists (select 1 from subscription_reminders r
        where r.subscription_id = s.id and r.end_date = s.end_date and r.days_before <= d.days)
    ${end}`
}
