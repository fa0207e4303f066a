import { inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { indexerSubscriptions } from '@/db/schema'
import { webhooksWoken } from '@/inngest/events'
import { type ChainPosition, type Cursor, moveCursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import { inWorker } from '@/server/ctx'
import { toEventBody } from '@/server/indexer/view'
import { wake } from '@/server/waking/wake'
import { enqueueMessages, type NewMessage } from '@/server/webhooks/enqueue-messages'
import type { UndoneMessage } from '@/server/webhooks/move-messages'
import { INDEXER_EVENT } from '@/server/webhooks/words'
import type { FoundEvent, ReadRange, Undecodable } from './chain-reader'
import { closeConfig, readFingerprint } from './config-lock'
import { revertEvents, toNotices } from './revert-events'

type Range = Pick<ReadRange, 'blocks' | 'events' | 'undecodable'> & {
  /** What all subscriptions asked for when it was read. */
  asked: string
  cursor: Cursor
  from: Pick<ChainPosition, 'head' | 'hash'>
}

/**
 * Stores what a range says in one transaction: events, their messages, what was not sent, and how far the chain was read. Either all of it is
 * there or the range is read again; the cursor must still stand where the range began. What was told of other blocks of these numbers than these
 * is taken back. False, and nothing is stored, where somebody asked for something else meanwhile: the range is to be read for that too. Throws
 * LeaseLostError.
 */
export async function storeRange(
  chain: Chain,
  { blocks, events, undecodable, asked, cursor, from }: Range,
): Promise<boolean> {
  const messages = await inWorker(async ({ db, now }) => {
    await closeConfig(db, chain.chainId)
    if ((await readFingerprint(db, cursor)) !== asked) return null
    // Messages before their subscriptions, as an attempt that is being recorded locks them.
    const undone = await revertEvents(db, cursor, blocks, now())
    // In blocks that were read before they were counted.
    const unreadable = undecodable.filter(({ blockNumber }) => blockNumber > cursor.highest)
    const ids = new Set([
      ...events.map(({ subscription }) => subscription.id),
      ...unreadable.map(({ subscriptionId }) => subscriptionId),
      ...undone.map(({ destinationId }) => destinationId),
    ])
    const states = await lockSubscriptions(
      db,
      [...ids].filter((id) => id !== null),
    )
    const wanted = events.filter(({ subscription }) => states.get(subscription.id)?.deletedAt === null)
    const isActive = ({ event }: { event: FoundEvent }) => states.get(event.subscription.id)?.status === 'active'
    // Those of a paused subscription too, so that a block that is read again tells of them no second time.
    const put = await putEvents(db, chain, wanted, now())
    const dropped = put.filter((one) => !isActive(one)).map(({ event }) => event.subscription.id)
    await countUnsent(db, { dropped, undone, unreadable })
    const urlOf = (id: string) => states.get(id)?.webhookUrl ?? ''
    const notices = toNotices(undone, urlOf)
    const made = put
      .filter(isActive)
      .map(({ id, event }) => toMessage(chain, { id, event, url: urlOf(event.subscription.id) }))
    await enqueueMessages(db, [...notices, ...made], now())
    await moveCursor(db, cursor, { from, passed: blocks })
    return notices.length + made.length
  })
  if (messages) wake(webhooksWoken, {})
  return messages !== null
}

type State = Pick<typeof indexerSubscriptions.$inferSelect, 'id' | 'status' | 'webhookUrl' | 'deletedAt'>

/** As they are now: a pause or an end that came while the range was read is seen, and one that comes later waits. */
async function lockSubscriptions(db: Database, ids: string[]): Promise<Map<string, State>> {
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

type Unsent = {
  /** Ids of their subscriptions. */
  dropped: readonly string[]
  undone: readonly UndoneMessage[]
  unreadable: readonly Undecodable[]
}

/** What is never tried counts as dropped; what was tried in vain before it was taken back as failed. */
async function countUnsent(db: Database, { dropped, undone, unreadable }: Unsent): Promise<void> {
  const counts = new Map<string, { id: string; dropped: number; failed: number; undecodable: number }>()
  const add = (id: string, what: 'dropped' | 'failed' | 'undecodable') => {
    const count = counts.get(id) ?? { id, dropped: 0, failed: 0, undecodable: 0 }
    count[what] += 1
    counts.set(id, count)
  }
  for (const id of dropped) add(id, 'dropped')
  for (const { isGivenUp, isTried, destinationId } of undone)
    if (isGivenUp && destinationId !== null) add(destinationId, isTried ? 'failed' : 'dropped')
  for (const { subscriptionId } of unreadable) add(subscriptionId, 'undecodable')
  if (counts.size === 0) return
  await db.execute(sql`
    update indexer_subscriptions s set dropped_count = dropped_count + n.dropped, failed_count = failed_count + n.failed,
      undecodable_count = undecodable_count + n.undecodable
    from jsonb_to_recordset(${JSON.stringify([...counts.values()])}::jsonb) as n(id uuid, dropped int, failed int, undecodable int)
    where s.id = n.id`)
}

/** Those that were not there yet, in the order given. */
async function putEvents(
  db: Database,
  chain: Chain,
  events: readonly FoundEvent[],
  now: Date,
): Promise<{ id: string; event: FoundEvent }[]> {
  if (events.length === 0) return []
  const rows = events.map((event) => ({ id: newId(), event }))
  const values = rows.map(({ id, event: { subscription, eventType, eventId, transactionHash, block } }) => ({
    id,
    businessId: subscription.businessId,
    projectId: subscription.projectId,
    subscriptionId: subscription.id,
    eventType,
    eventId,
    transactionHash,
    blockNumber: block.number.toString(),
    blockHash: block.hash,
  }))
  const put = await db.execute<{ id: string }>(sql`
    insert into indexer_events (id, business_id, project_id, subscription_id, chain_id, event_type, event_id, transaction_hash, block_number,
      block_hash, created_at)
    select id, "businessId", "projectId", "subscriptionId", ${chain.chainId}::int, "eventType", "eventId", "transactionHash", "blockNumber",
      "blockHash", ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as e(id uuid, "businessId" uuid, "projectId" uuid, "subscriptionId" uuid,
      "eventType" text, "eventId" text, "transactionHash" text, "blockNumber" numeric, "blockHash" text)
    on conflict do nothing returning id`)
  const isNew = new Set([...put].map(({ id }) => id))
  return rows.filter(({ id }) => isNew.has(id))
}

function toMessage(chain: Chain, { id, event, url }: { id: string; event: FoundEvent; url: string }): NewMessage {
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
    orderKey: subscriptionId,
  }
}
