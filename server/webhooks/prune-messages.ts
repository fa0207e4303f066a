import { sql } from 'drizzle-orm'
import { firstIdAt } from '@/db/new-id'
import type { WorkerCtx } from '@/server/ctx'
import { repeatInBatches } from '@/server/repeat-in-batches'
import { retentionStart } from '@/server/retention-start'

/**
 * Deletes expired attempts outside the dropped partitions (`renewPartitions`), and settled messages of that age without
 * attempts. A resent message stays with its attempt, and a message of a paused destination until it is sent or dropped.
 * Returns the number of messages.
 */
export async function pruneMessages({ db, now }: WorkerCtx): Promise<number> {
  const firstKeptId = firstIdAt(retentionStart(now()))
  await repeatInBatches((limit) =>
    db.execute(sql`
      delete from webhook_attempts where id < ${firstKeptId}::uuid and id = any(array(
        select id from webhook_attempts where id < ${firstKeptId}::uuid order by id limit ${limit}::int
      ))`),
  )
  return repeatInBatches((limit) =>
    db.execute(sql`
      delete from webhook_messages where status <> 'pending' and resend_requested_at is null and id = any(array(
        select m.id from webhook_messages m
        where m.id < ${firstKeptId}::uuid and m.status <> 'pending' and m.resend_requested_at is null and m.lease_until is null
          and not exists (select 1 from webhook_attempts a where a.message_id = m.id)
        order by m.id limit ${limit}::int for update skip locked
      ))`),
  )
}
