import { sql } from 'drizzle-orm'
import { type Database, prepareStatement } from '@/db/client'
import { type Owner, selectOwners } from '@/server/mail/mail-owners'
import { groupByProject, type Listeners, selectListeners } from '@/server/webhooks/destinations/find-listeners'

/** The people who are emailed about a payment, and the webhook endpoints that get its events. */
export type Audience = { owners: readonly Owner[]; listeners: Listeners }

/** Reads a column of the payment that the account belongs to. */
const ofAccount = (column: 'business_id' | 'project_id') =>
  sql`(select p.${sql.identifier(column)} from deposit_accounts a join payments p on p.id = a.payment_id where a.id = ${sql.placeholder('accountId')})`

const ownersOfAccount = prepareStatement((db) =>
  selectOwners(db, ofAccount('business_id')).prepare('owners-of-account'),
)

const listenersOfAccount = prepareStatement((db) =>
  selectListeners(db, { businessId: ofAccount('business_id'), projectId: ofAccount('project_id') }).prepare(
    'listeners-of-account',
  ),
)

/**
 * The audience for the payment of a deposit account. Its query is sent at the call, so that it shares a round trip with
 * other queries.
 */
export async function readAudience(db: Database, account: { accountId: string }): Promise<Audience> {
  const [owners, listeners] = await Promise.all([ownersOfAccount(db, account), listenersOfAccount(db, account)])
  return { owners, listeners: groupByProject(listeners) }
}
