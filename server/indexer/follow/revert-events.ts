import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { indexerEvents } from '@/db/schema'
import { INDEXER_EVENT, INDEXER_REVERTED } from '@/schemas/webhooks/words'
import type { NewMessage } from '@/server/webhooks/enqueue-messages'
import { type WithdrawnMessage, withdrawMessages } from '@/server/webhooks/move-messages'
import type { BlockMark } from './chain-reader'
import type { ReadDepth } from './read-depth'

const goneEvent = z.object({ id: z.string() })

/**
 * Marks the events as reverted that a pass reported in blocks which the chain no longer has. Drops their unsent
 * messages. Returns the messages of these events.
 */
export async function revertEvents(
  db: Database,
  { chainId, depth }: ReadDepth,
  blocks: readonly BlockMark[],
  now: Date,
): Promise<WithdrawnMessage[]> {
  const [first, last] = [blocks[0], blocks.at(-1)]
  if (!first || !last) return []
  const hashes = JSON.stringify(blocks.map(({ hash }) => hash))
  const reverted = await db.execute(sql`
    select e.id from indexer_events e join indexer_subscriptions s on s.id = e.subscription_id
    where e.chain_id = ${chainId} and e.block_number between ${first.number.toString()}::numeric and ${last.number.toString()}::numeric
      and e.reverted_at is null and e.block_hash not in (select jsonb_array_elements_text(${hashes}::jsonb))
      and s.deleted_at is null and s.pass_depth = ${depth}`)
  const sourceIds = z
    .array(goneEvent)
    .parse([...reverted])
    .map(({ id }) => id)
  if (sourceIds.length === 0) return []
  // Lock messages before their events, in the order in which attempts are recorded.
  const undone = await withdrawMessages(db, { source: 'indexer', kind: INDEXER_EVENT, sourceIds })
  await db.update(indexerEvents).set({ revertedAt: now }).where(inArray(indexerEvents.id, sourceIds))
  return undone
}

/**
 * The notices for destinations that got the event, newest event first: the same body with `status` reverted. A
 * destination that cannot have got it gets no notice. An event that is being sent arrives before its notice. Replayed
 * events cause no second notice.
 */
export function toNotices(
  undone: readonly WithdrawnMessage[],
  urlOf: (subscriptionId: string) => string,
): NewMessage[] {
  return mergeEqualMessages(undone).flatMap(
    ({ isGivenUp, isTried, busyUntil, destinationId, body, sourceId, reportedAs, ...to }) => {
      if (destinationId === null || (isGivenUp && !isTried && busyUntil === null)) return []
      const payload: unknown = JSON.parse(body)
      return [
        {
          businessId: to.businessId,
          projectId: to.projectId,
          source: 'indexer' as const,
          sourceId,
          kind: INDEXER_REVERTED,
          destinationId,
          url: urlOf(destinationId),
          body: JSON.stringify({ ...Object(payload), status: 'reverted' }),
          scheme: 'indexer' as const,
          keySource: 'subscription' as const,
          orderKey: destinationId,
          happening: reportedAs === null ? null : [reportedAs],
          notBefore: busyUntil,
        },
      ]
    },
  )
}

/** Merges messages to one destination with equal bodies: keeps the newest, as tried if any of them was. */
function mergeEqualMessages(undone: readonly WithdrawnMessage[]): WithdrawnMessage[] {
  const byBody = new Map<string, WithdrawnMessage>()
  for (const message of undone.toReversed()) {
    const key = `${message.destinationId} ${message.body}`
    const other = byBody.get(key)
    byBody.set(key, other ? mergeNotices(other, message) : message)
  }
  return [...byBody.values()]
}

function mergeNotices(one: WithdrawnMessage, other: WithdrawnMessage): WithdrawnMessage {
  const busyUntil = [one.busyUntil, other.busyUntil].reduce(
    (latest, at) => (at && (!latest || at > latest) ? at : latest),
    null,
  )
  return {
    ...one,
    isGivenUp: one.isGivenUp && other.isGivenUp,
    isTried: one.isTried || other.isTried,
    busyUntil,
  }
}

const countedEvent = z.object({ subscriptionId: z.string(), outcome: z.enum(['dropped', 'failed']) })
/** An event whose outcome is `failed` or `dropped` from now on. */
export type CountedEvent = z.output<typeof countedEvent>

/**
 * Records the outcome of events whose messages were dropped: `failed` if one was tried, otherwise `dropped`. An event
 * that already has an outcome keeps it. Returns the events that changed. Call it before their subscriptions are locked;
 * it locks rows by id, like the recording of attempts.
 */
export async function recordAbandonedEvents(
  db: Database,
  abandoned: readonly { sourceId: string; isTried: boolean }[],
): Promise<CountedEvent[]> {
  if (abandoned.length === 0) return []
  const given = abandoned.map(({ sourceId: id, isTried }) => ({ id, isTried }))
  const rows = await db.execute(sql`
    with given as (
      select coalesce(e.first_id, e.id) as id, bool_or(m."isTried") as is_tried
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as m(id uuid, "isTried" boolean)
      join indexer_events e on e.id = m.id group by 1
    )
    update indexer_events e set outcome = case when given.is_tried then 'failed' else 'dropped' end
    from (
      select f.id, given.is_tried from indexer_events f join given on given.id = f.id where f.outcome is null
      order by f.id for no key update of f
    ) given where e.id = given.id and e.outcome is null
    returning e.subscription_id as "subscriptionId", e.outcome`)
  return z.array(countedEvent).parse([...rows])
}
