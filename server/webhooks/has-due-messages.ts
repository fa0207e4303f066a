import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'

/** Whether a message is due within the next minute, the interval of the job that asks. */
export async function hasDueMessages({ db }: WorkerCtx): Promise<boolean> {
  const due = await db.execute(
    sql`select 1 from webhook_messages where (status = 'pending' and next_attempt_at <= now() + interval '1 minute')
      or resend_requested_at is not null limit 1`,
  )
  return due.length > 0
}
