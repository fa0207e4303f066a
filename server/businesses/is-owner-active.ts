import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether the project and the business of a transaction, an approval or a subscription, under this alias, are both not
 * suspended, so that new bytes may be signed for it, or its renewal may be charged. The suspended ones are few and read
 * once a statement, from indexes that hold nothing else.
 */
export function isOwnerActive(alias: 't' | 'q' | 'b' | 'transactions' | 'approvals' | 'subscriptions'): SQL {
  const row = sql.raw(alias)
  return sql`(${row}.business_id <> all(array(select id from businesses where status <> 'active'))
    and (${row}.project_id is null
      or ${row}.project_id <> all(array(select id from projects where status <> 'active'))))`
}
