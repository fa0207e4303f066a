import { inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { indexerSubscriptions } from '@/db/schema'
import type { SubscriptionState } from './store-reported-events'

/**
 * Locks subscriptions and returns them by id as they are now. A pause or deletion during the read is seen; a later one
 * waits.
 */
export async function lockSubscriptions(db: Database, ids: string[]): Promise<Map<string, SubscriptionState>> {
  if (ids.length === 0) return new Map()
  const { id, status, webhookUrl, deletedAt } = indexerSubscriptions
  const rows = await db
    .select({ id, status, webhookUrl, deletedAt })
    .from(indexerSubscriptions)
    .where(inArray(id, ids))
    .orderBy(id)
    .for('no key update')
  return new Map(rows.map((row) => [row.id, row]))
}
