import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { RestoredWalletsView } from '@/schemas/recovery/contract'
import type { OperatorCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

const MAX = 100

const row = z.object({
  businessId: z.uuid().nullable(),
  businessName: z.string(),
  count: z.number(),
  used: z.number(),
  isIncomplete: z.boolean(),
})

/**
 * Counts the wallets that restores added by business: those that lack some first, then those with most wallets in use,
 * 100 at most.
 */
export async function countRestoredWallets({ db }: Pick<OperatorCtx, 'db'>): Promise<RestoredWalletsView[]> {
  const rows = await db.execute(sql`
    select nullif(b.id, ${PLATFORM_BUSINESS_ID}) as "businessId", b.name as "businessName", coalesce(w.n, 0) as count,
      coalesce(w.used, 0) as used, c.business_id is not null as "isIncomplete"
    from businesses b
    left join (select business_id, count(*)::int as n, count(*) filter (where restored = 'used')::int as used from wallets
      where restored is not null group by 1) w on w.business_id = b.id
    left join (select distinct business_id from wallet_counters where skipped_from is not null) c on c.business_id = b.id
    where w.business_id is not null or c.business_id is not null
    order by "isIncomplete" desc, used desc, b.name limit ${MAX}`)
  return z.array(row).parse([...rows])
}
