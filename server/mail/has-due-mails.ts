import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'

/** Whether an email is due within the next minute, which is how often the sweeper asks. */
export async function hasDueMails({ db }: WorkerCtx): Promise<boolean> {
  const due = await db.execute(
    sql`select 1 from mail_messages where channel_id is null and status = 'pending' and next_attempt_at <= now() + interval '1 minute' limit 1`,
  )
  return due.length > 0
}
