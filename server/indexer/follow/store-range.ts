import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { webhooksDue } from '@/inngest/events'
import { type ChainPosition, type Cursor, moveCursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import { inWorker } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { wake } from '@/server/waking/wake'
import { enqueueMessages } from '@/server/webhooks/enqueue-messages'
import type { ReadRange, UndecodableLog } from './chain-reader'
import { lockConfigExclusive, readFingerprint } from './config-lock'
import { type CountedEvent, recordAbandonedEvents, revertEvents, toNotices } from './revert-events'
import { lockSubscriptions, storeReportedEvents } from './store-reported-events'

type Range = Pick<ReadRange, 'blocks' | 'events' | 'undecodable'> & {
  /** The fingerprint of all subscriptions when the range was read. */
  fingerprint: string
  cursor: Cursor
  from: Pick<ChainPosition, 'head' | 'hash'>
}

/**
 * Stores a range in one transaction: events, messages, counts of events that were not sent, and the cursor, which must
 * still be where the range began. Reverts reported events of other blocks with these numbers. Returns the moved cursor,
 * or null if the subscriptions changed: then nothing is stored, and the range must be read again. Throws
 * LeaseLostError.
 */
export async function storeRange(
  chain: Chain,
  { blocks, events, undecodable, fingerprint, cursor, from }: Range,
): Promise<Cursor | null> {
  const stored = await inWorker(async ({ db, now }) => {
    await lockConfigExclusive(db, chain.chainId)
    if ((await readFingerprint(db, chain.chainId)) !== fingerprint) return null
    // Lock messages and events before their subscriptions, in the order in which attempts are recorded.
    const undone = await revertEvents(db, cursor, blocks, now())
    const abandoned = await recordAbandonedEvents(
      db,
      undone.filter(({ isGivenUp }) => isGivenUp),
    )
    // Blocks up to `highest` were read before, so their undecodable logs are counted already.
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
    const notices = toNotices(undone, (id) => states.get(id)?.webhookUrl ?? '')
    await enqueueMessages(db, notices, now())
    const { messages, dropped } = await storeReportedEvents(db, chain, { events, states, replayId: null }, now())
    await countUnsent(db, { dropped, abandoned, unreadable })
    const moved = await moveCursor(db, cursor, { from, passed: blocks })
    if (messages.length > 0) faultPoint('follow-before-commit')
    return { messages: notices.length + messages.length, moved }
  })
  if (!stored) return null
  if (stored.messages > 0) {
    faultPoint('follow-after-commit')
    wake(webhooksDue, {})
  }
  return stored.moved
}

type Unsent = {
  /** The subscription id of each dropped event. */
  dropped: readonly string[]
  abandoned: readonly CountedEvent[]
  unreadable: readonly UndecodableLog[]
}

async function countUnsent(db: Database, { dropped, abandoned, unreadable }: Unsent): Promise<void> {
  const counts = new Map<string, { id: string; dropped: number; failed: number; undecodable: number }>()
  const add = (id: string, counter: 'dropped' | 'failed' | 'undecodable') => {
    const count = counts.get(id) ?? { id, dropped: 0, failed: 0, undecodable: 0 }
    count[counter] += 1
    counts.set(id, count)
  }
  for (const id of dropped) add(id, 'dropped')
  for (const { subscriptionId, outcome } of abandoned) add(subscriptionId, outcome)
  for (const { subscriptionId } of unreadable) add(subscriptionId, 'undecodable')
  if (counts.size === 0) return
  await db.execute(sql`
    update indexer_subscriptions s set dropped_count = dropped_count + n.dropped, failed_count = failed_count + n.failed,
      undecodable_count = undecodable_count + n.undecodable
    from jsonb_to_recordset(${JSON.stringify([...counts.values()])}::jsonb) as n(id uuid, dropped int, failed int, undecodable int)
    where s.id = n.id`)
}

/** The maximum of events in one database transaction. A block with more gets its own transaction. */
const MAX_EVENTS = 2_000

/** Splits a range into pieces for one database transaction each: whole blocks, in order. */
export function splitRange(range: ReadRange): ReadRange[] {
  const { blocks, events, undecodable, readTo } = range
  const over = events[MAX_EVENTS]
  const [begin] = events
  if (!over || !begin) return [range]
  const end = over.block.number > begin.block.number ? over.block.number - 1n : begin.block.number
  const part = (upTo: bigint, isPart: (number: bigint) => boolean): ReadRange => ({
    readTo: upTo,
    blocks: blocks.filter(({ number }) => isPart(number)),
    events: events.filter(({ block }) => isPart(block.number)),
    undecodable: undecodable.filter(({ blockNumber }) => isPart(blockNumber)),
  })
  return [part(end, (number) => number <= end), ...splitRange(part(readTo, (number) => number > end))]
}
