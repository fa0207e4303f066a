import { inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { subscriptions } from '@/db/schema'
import { publishEvents } from '@/server/webhooks/destinations/publish-events'
import { toSubscriptionView } from './view'

type SubscriptionEvent = `subscription.${'activated' | 'renewed' | 'past_due' | 'expired' | 'canceled'}`

/**
 * Kinds that a subscription may have more than once, each once per version and end, because a restored backup repeats
 * them.
 */
const REPEATS = new Set<SubscriptionEvent>(['subscription.renewed', 'subscription.past_due'])

/**
 * Writes the events of subscriptions to the outbox. Call it in the transaction that changes them, after the change.
 * Returns the number of messages; the caller wakes the dispatcher after the commit.
 */
export async function publishSubscriptionEvents(
  db: Database,
  changes: readonly { id: string; kind: SubscriptionEvent }[],
  now: Date,
): Promise<number> {
  if (changes.length === 0) return 0
  const ids = changes.map(({ id }) => id)
  const rows = new Map(
    (await db.select().from(subscriptions).where(inArray(subscriptions.id, ids))).map((row) => [row.id, row]),
  )
  const events = changes.flatMap(({ id, kind }) => {
    const row = rows.get(id)
    if (!row) return []
    const { businessId, projectId, version, endDate } = row
    const body = () => JSON.stringify({ type: kind, timestamp: now.toISOString(), data: toSubscriptionView(row) })
    const happening = REPEATS.has(kind) ? [id, `${version}`, endDate.toISOString()] : null
    const sourceId = happening ? newId() : id
    const reported = { kind, source: 'subscription' as const, sourceId, happening }
    return [{ businessId, projectId, ...reported, body, orderKey: `plan ${projectId}` }]
  })
  return publishEvents(db, events, now)
}
