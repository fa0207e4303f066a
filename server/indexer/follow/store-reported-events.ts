import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { indexerSubscriptions } from '@/db/schema'
import { INDEXER_EVENT } from '@/schemas/webhooks/words'
import type { Chain } from '@/server/chains/registry'
import { toEventBody } from '@/server/indexer/view'
import { enqueueMessages, type NewMessage } from '@/server/webhooks/enqueue-messages'
import type { FoundEvent } from './chain-reader'

/** The fields of a subscription whose row is locked. */
type SubscriptionState = Pick<typeof indexerSubscriptions.$inferSelect, 'id' | 'status' | 'webhookUrl' | 'deletedAt'>

type Put = {
  events: readonly FoundEvent[]
  /** By id, with rows locked by this transaction, so that no other stores events of them. */
  states: ReadonlyMap<string, SubscriptionState>
  /** The replay that sends the events again; null for the follower. */
  replayId: string | null
}

/** `dropped`: the subscription id of each event that now counts as dropped. */
type PutEvents = { messages: NewMessage[]; dropped: string[] }

const putRow = z.object({ id: z.string(), outcome: z.string().nullable() })

/**
 * Stores events that are not there yet, in the order given, and returns the messages that report them. Events of a
 * paused subscription are stored without a message; those of a deleted one are dropped. An event that was reported
 * before, live or by a replay, keeps its row for counting.
 */
export async function storeReportedEvents(
  db: Database,
  chain: Chain,
  { events, states, replayId }: Put,
  now: Date,
): Promise<PutEvents> {
  const rows = events.flatMap((event) => {
    const state = states.get(event.subscription.id)
    return state && state.deletedAt === null ? [{ id: newId(), event, state }] : []
  })
  if (rows.length === 0) return { messages: [], dropped: [] }
  const values = rows.map(({ id, event, state }) => toRow(id, event, state))
  const put = await db.execute(sql`
    insert into indexer_events (id, business_id, project_id, subscription_id, chain_id, event_type, event_id, transaction_hash, block_number,
      block_hash, replay_id, first_id, outcome, created_at)
    select e.id, "businessId", "projectId", "subscriptionId", ${chain.chainId}::int, "eventType", "eventId", "transactionHash", "blockNumber",
      "blockHash", ${replayId}::uuid, first.id, case when "isPaused" and first.id is null then 'dropped' end, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as e(id uuid, "businessId" uuid, "projectId" uuid, "subscriptionId" uuid,
      "eventType" text, "eventId" text, "transactionHash" text, "blockNumber" numeric, "blockHash" text, "isPaused" boolean)
    left join lateral (
      select coalesce(there.first_id, there.id) as id from indexer_events there
      where there.business_id = e."businessId" and there.subscription_id = e."subscriptionId" and there.event_id = e."eventId"
        and there.block_hash = e."blockHash" and there.reverted_at is null
      limit 1
    ) first on true
    on conflict do nothing returning id, outcome`)
  const outcomes = new Map(
    z
      .array(putRow)
      .parse([...put])
      .map(({ id, outcome }) => [id, outcome]),
  )
  const inserted = rows.filter(({ id }) => outcomes.has(id))
  const active = inserted.filter(({ state }) => state.status === 'active')
  const undone = replayId === null ? await countUndone(db, active) : null
  const messages = active.map(({ id, event, state }) => ({
    ...toMessage(chain, { id, event, url: state.webhookUrl, orderKey: replayId ?? event.subscription.id }),
    // A replay repeats events on purpose, so it has no deduplication id.
    happening: undone && [`${chain.chainId}`, event.block.hash, event.eventId, `${undone(event)}`],
  }))
  await enqueueMessages(db, messages, now)
  const dropped = inserted.filter(({ id }) => outcomes.get(id) === 'dropped').map(({ event }) => event.subscription.id)
  return { messages, dropped }
}

const undoneRow = z.object({ key: z.string(), times: z.number() })
const keyOf = (subscriptionId: string, eventId: string, blockHash: string) =>
  `${subscriptionId} ${eventId} ${blockHash}`

/**
 * The number of earlier reversals of each of these events. A block may leave the chain and come back; then its events
 * are new.
 */
async function countUndone(
  db: Database,
  active: readonly { event: FoundEvent }[],
): Promise<(event: FoundEvent) => number> {
  const hashes = [...new Set(active.map(({ event }) => event.transactionHash))]
  const rows =
    hashes.length === 0
      ? []
      : await db.execute(sql`
          select subscription_id || ' ' || event_id || ' ' || block_hash as key, count(*)::int as times from indexer_events
          where transaction_hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb)) and reverted_at is not null group by 1`)
  const times = new Map(
    z
      .array(undoneRow)
      .parse([...rows])
      .map((row) => [row.key, row.times]),
  )
  return ({ subscription, eventId, block }) => times.get(keyOf(subscription.id, eventId, block.hash)) ?? 0
}

function toRow(id: string, event: FoundEvent, { status }: SubscriptionState) {
  const { subscription, eventType, eventId, transactionHash, block } = event
  return {
    id,
    businessId: subscription.businessId,
    projectId: subscription.projectId,
    subscriptionId: subscription.id,
    eventType,
    eventId,
    transactionHash,
    blockNumber: block.number.toString(),
    blockHash: block.hash,
    isPaused: status === 'paused',
  }
}

type PublishedEvent = { id: string; event: FoundEvent; url: string; orderKey: string }

function toMessage(chain: Chain, { id, event, url, orderKey }: PublishedEvent): NewMessage {
  const { businessId, projectId, id: subscriptionId } = event.subscription
  return {
    businessId,
    projectId,
    source: 'indexer',
    sourceId: id,
    kind: INDEXER_EVENT,
    destinationId: subscriptionId,
    url,
    body: toEventBody(chain, event),
    scheme: 'indexer',
    keySource: 'subscription',
    orderKey,
  }
}

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
