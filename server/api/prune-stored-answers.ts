import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { repeatInBatches } from '@/server/repeat-in-batches'

/** decisions.md: the link from key to effect is kept permanently, the stored body for 30 days. */
const KEEP_DAYS = 30
/**
 * The time for which a repeated mutation of the portal gets its first answer. An answer may hold a secret that is shown
 * once, so it is kept no longer than a lost connection lasts.
 */
export const STORED_ANSWER_MS = 15 * 60_000

/** Forgets the answers of old idempotency keys; the keys themselves stay used. Returns how many. */
export function pruneStoredAnswers({ db, now }: WorkerCtx): Promise<number> {
  const before = new Date(now().getTime() - KEEP_DAYS * MS_PER_DAY).toISOString()
  const portalBefore = new Date(now().getTime() - STORED_ANSWER_MS).toISOString()
  return repeatInBatches((limit) =>
    db.execute(sql`
      update idempotency_keys set response_body = null
      where ctid = any(array(
        select ctid from idempotency_keys
        where response_body is not null and (created_at < ${before}::timestamptz
          or (environment = 'portal' and created_at < ${portalBefore}::timestamptz))
        limit ${limit}::int
      ))`),
  )
}
