import { sql } from 'drizzle-orm'
import { defineHistogram, type MetricArea } from '@/server/metrics/metric'

const broadcastSeconds = defineHistogram({
  name: 'slipway_accept_to_broadcast_seconds',
  help: 'From the acceptance of a transaction to its first broadcast; `after` tells what it waited for that is no work of ours',
  labels: ['chain', 'after'],
  maxSeries: 40,
  bounds: [1, 2, 5, 10, 20, 60, 300],
})

export const engineArea: MetricArea = { recorded: [broadcastSeconds] }

/** What the statement that notes a broadcast of transactions `t` returns, for `noteBroadcasts`. */
export const BROADCAST_FACTS = sql`t.chain_id as "chainId", extract(epoch from t.broadcast_at - t.created_at)::float8 as seconds,
  t.broadcast_at = now()::timestamptz(3) as "isFirst", case when exists (select from approvals a where a.transaction_id = t.id) then 'approval'
    when exists (select from transactions s where s.served_transaction_id = t.id) then 'gas' else 'nothing' end as after`

export type BroadcastFacts = {
  chainId: number
  seconds: number
  isFirst: boolean
  after: 'approval' | 'gas' | 'nothing'
}

/** Counts how long transactions took to their first broadcast. */
export function noteBroadcasts(rows: Iterable<BroadcastFacts>): void {
  for (const { chainId, seconds, isFirst, after } of rows)
    if (isFirst) broadcastSeconds.record({ chain: String(chainId), after }, seconds)
}
