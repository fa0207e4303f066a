import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/** The time and the address of the last use of a key. */
type KeyUse = { id: string; at: Date; ip: string | null }

/**
 * Writes when keys were last used; an older use than the known one changes nothing. A key that is locked is left out
 * until its next use. Many are written at once, and waiting for one while holding others could deadlock with a
 * rotation, or with another process's uses.
 */
export async function recordKeyUses(db: Database, uses: readonly KeyUse[]): Promise<void> {
  if (uses.length === 0) return
  await db.execute(sql`
    with used as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u(id uuid, at timestamptz, ip text)
    ), free as materialized (
      select k.id from api_keys k where k.id = any(array(select id from used)) for no key update skip locked
    )
    update api_keys k set last_used_at = u.at, last_used_ip = coalesce(u.ip::inet, k.last_used_ip)
    from used u join free f on f.id = u.id
    where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`)
}
