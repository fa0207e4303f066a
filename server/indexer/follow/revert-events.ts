import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import type { NewMessage } from '@/server/webhooks/enqueue-messages'
import { type UndoneMessage, undoMessages } from '@/server/webhooks/move-messages'
import { INDEXER_EVENT, INDEXER_REVERTED } from '@/server/webhooks/words'
import type { BlockMark } from './chain-reader'
import type { Pass } from './pass'

const goneEvent = z.object({ id: z.string() })

/**
 * Marks events that a pass told of in blocks of these numbers which the chain no longer has. What of them was not sent yet is not sent any more.
 * Answers their messages.
 */
export async function revertEvents(
  db: Database,
  { chainId, depth }: Pass,
  blocks: readonly BlockMark[],
  now: Date,
): Promise<UndoneMessage[]> {
  const [first, last] = [blocks[0], blocks.at(-1)]
  if (!first || !last) return []
  const hashes = JSON.stringify(blocks.map(({ hash }) => hash))
  const gone = await db.execute(sql`
    update indexer_events e set reverted_at = ${now.toISOString()}::timestamptz
    from indexer_subscriptions s
    where e.chain_id = ${chainId} and e.block_number between ${first.number.toString()}::numeric and ${last.number.toString()}::numeric
      and e.reverted_at is null and e.block_hash not in (select jsonb_array_elements_text(${hashes}::jsonb))
      and s.id = e.subscription_id and s.deleted_at is null and s.pass_depth = ${depth}
    returning e.id`)
  const sourceIds = z
    .array(goneEvent)
    .parse([...gone])
    .map(({ id }) => id)
  return undoMessages(db, { source: 'indexer', kind: INDEXER_EVENT, sourceIds })
}

/**
 * The notices for those who were told, newest event first: the same event, `status` reverted. Who cannot have been told hears nothing; one that may be
 * on its way arrives before its notice.
 */
export function toNotices(undone: readonly UndoneMessage[], urlOf: (subscriptionId: string) => string): NewMessage[] {
  return undone.toReversed().flatMap(({ isGivenUp, isTried, busyUntil, destinationId, body, sourceId, ...to }) => {
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
        notBefore: busyUntil,
      },
    ]
  })
}
