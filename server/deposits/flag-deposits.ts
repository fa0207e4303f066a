import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

/**
 * Flags those of these deposits whose sender is blocked now for their business, in the transaction that stores or
 * confirms them. A flag stays when the sender is unblocked.
 */
export async function flagDeposits(db: Database, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.execute(sql`
    insert into deposit_screenings (deposit_id, business_id, list, status, blocked_address_id, created_at)
    select d.id, d.business_id, case when b.is_platform then 'OPERATOR' else 'BUSINESS' end, 'FLAGGED', b.entry_id, ${now.toISOString()}::timestamptz
    from deposits d cross join lateral (
      select entry_id, entry_business_id = ${PLATFORM_BUSINESS_ID}::uuid as is_platform
      from blocked_among(d.business_id, array[d.from_address]) order by 2 desc limit 1
    ) b
    where d.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    on conflict do nothing`)
}
