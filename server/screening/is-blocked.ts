import { type SQL, sql } from 'drizzle-orm'

/** Whether an address is blocked for a business now; in SQL, for lists that leave it out. */
export function isBlocked({ businessId }: { businessId: string }, address: SQL): SQL {
  return sql`exists (select from blocked_among(${businessId}::uuid, array[${address}]))`
}
