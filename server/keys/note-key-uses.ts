import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/** When and from where a key was used. */
export type KeyUse = { id: string; at: Date; ip: string | null }

/** Writes when keys were last used; an older use than the known one changes nothing. */
export async function noteKeyUses(db: Database, uses: readonly KeyUse[]): Promise<void> {
  if (uses.length === 0) return
  await db.execute(sql`
    update api_keys k set last_used_at = u.at, last_used_ip = coalesce(u.ip::inet, k.last_used_ip)
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u(id uuid, at timestamptz, ip text)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`)
}
