import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkerCtx } from '@/server/ctx'

const row = z.object({
  id: z.string(),
  status: z.string().nullable(),
  error: z.string().nullable(),
  attempts: z.coerce.number().nullable(),
  sentAt: z.coerce.date().nullable(),
  waiting: z.coerce.number(),
})

/** The last message of a channel that was tried, when one last arrived, and how many wait. */
export type LastAttempt = Omit<z.output<typeof row>, 'id'>

/** By channel. If nothing was ever sent to a channel, all fields except `waiting` are null. */
export async function readLastAttempts({ db }: Pick<WorkerCtx, 'db'>): Promise<Map<string, LastAttempt>> {
  const found = await db.execute(sql`
    select c.id, t.status, t.error, t.attempt_count as attempts,
      (select m.sent_at::text from mail_messages m where m.channel_id = c.id and m.status = 'sent'
        order by m.id desc limit 1) as "sentAt",
      (select count(*) from mail_messages m where m.channel_id = c.id and m.status = 'pending') as waiting
    from alarm_channels c left join lateral (
      select status, error, attempt_count from mail_messages m
      where m.channel_id = c.id and m.attempt_count > 0 and m.status <> 'skipped' order by m.id desc limit 1) t on true`)
  return new Map(
    [...found].map((one) => {
      const { id, ...last } = row.parse(one)
      return [id, last]
    }),
  )
}
