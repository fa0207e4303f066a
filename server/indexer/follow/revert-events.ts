import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import type { NewMessage } from '@/server/webhooks/enqueue-messages'

const goneEvent = z.object({
  id: z.string(),
  businessId: z.string(),
  projectId: z.string(),
  subscriptionId: z.string(),
  url: z.string(),
  body: z.string(),
})

type Blocks = { chainId: number; first: bigint; last: bigint; hashes: readonly string[] }

/**
 * Marks events that were told of blocks in a range which the chain no longer has; `hashes` are those it has. Answers the notices for those who were told: the
 * same event, `status` reverted.
 */
export async function revertEvents(
  db: Database,
  { chainId, first, last, hashes }: Blocks,
  now: Date,
): Promise<NewMessage[]> {
  const gone = await db.execute(sql`
    with gone as (
      update indexer_events set reverted_at = ${now.toISOString()}::timestamptz
      where chain_id = ${chainId} and block_number between ${first.toString()}::numeric and ${last.toString()}::numeric and reverted_at is null
        and block_hash not in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))
      returning id
    )
    select m.source_id as id, m.business_id as "businessId", m.project_id as "projectId", m.destination_id as "subscriptionId",
      s.webhook_url as url, m.body
    from gone join webhook_messages m on m.source_id = gone.id and m.source = 'indexer' and m.kind = 'indexer.event'
    join indexer_subscriptions s on s.id = m.destination_id and s.deleted_at is null
    order by m.id desc`)
  return z
    .array(goneEvent)
    .parse([...gone])
    .map(toNotice)
}

function toNotice({ id, subscriptionId, body, ...to }: z.output<typeof goneEvent>): NewMessage {
  const payload: unknown = JSON.parse(body)
  return {
    ...to,
    source: 'indexer',
    sourceId: id,
    kind: 'indexer.reverted',
    destinationId: subscriptionId,
    body: JSON.stringify({ ...Object(payload), status: 'reverted' }),
    scheme: 'indexer',
    keySource: 'subscription',
    orderKey: subscriptionId,
  }
}
