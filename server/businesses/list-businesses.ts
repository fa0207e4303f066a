import { desc, eq, sql } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import type { BusinessView } from '@/schemas/businesses/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { AWAITING_KEYS } from './awaiting-keys'
import { toBusiness } from './view'

/** All customers, newest first, without the platform's own business. */
export async function listBusinesses({ db }: OperatorCtx): Promise<Rows<BusinessView>> {
  const rows = await db
    .select({
      business: businesses,
      // Drizzle leaves the table off its columns here, and the inner table has an `id` too: so it is written out.
      projectCount: sql<number>`(select count(*)::int from projects p where p.business_id = businesses.id)`,
      awaitingKeys: sql<number>`(select count(*)::int from ${sql.raw(AWAITING_KEYS)} w where w.business_id = businesses.id)`,
      peopleCount: sql<number>`(select count(*)::int from memberships m where m.member_of = businesses.id)`,
    })
    .from(businesses)
    .where(eq(businesses.kind, 'customer'))
    .orderBy(desc(businesses.createdAt), businesses.name)
  return { items: rows.map(({ business, ...counts }) => toBusiness(business, counts)) }
}
