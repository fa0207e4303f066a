import { sql } from 'drizzle-orm'

/** Only what tells of the event counts; a later notice that it was taken back does not. */
const OF_EVENT = sql`exists (select 1 from webhook_messages m where m.id = settled.id and m.kind = 'indexer.event')`

/** Given up before it was ever tried, as its subscription was deleted, and sent all the same: it counted as dropped. */
const WAS_DROPPED = sql`(settled.was = 'failed' and settled.attempt_count = 1)`

/**
 * What an attempt to deliver an event adds to the statement that records it: its log, the counters of its subscription, and the pause of one
 * whose receiver is gone. A success by resend moves an event that was given up over to those that arrived.
 */
export const onIndexerAttempt = [
  sql`insert into indexer_logs (id, business_id, project_id, subscription_id, network, chain_id, contract_address, event_type, event_id,
      transaction_hash, webhook_url, status, http_status, error, is_replay, replay_of, message_id, created_at)
    select attempted.id, e.business_id, e.project_id, e.subscription_id, c.code, e.chain_id, s.contract_address, e.event_type, e.event_id,
      e.transaction_hash, m.url, case when attempted.error is null then 'delivered' else 'failed' end, coalesce(attempted.http_status, 0),
      attempted.error, attempted.is_resend,
      case when attempted.is_resend then (
        select first.id from indexer_logs first
        where first.business_id = e.business_id and first.subscription_id = e.subscription_id and first.event_id = e.event_id
        order by first.id limit 1
      ) end,
      settled.id, attempted.created_at
    from settled cross join attempted
    join webhook_messages m on m.id = settled.id
    join indexer_events e on e.id = settled.source_id
    join indexer_subscriptions s on s.id = e.subscription_id
    join chains c on c.chain_id = e.chain_id`,
  sql`update indexer_subscriptions s set
      delivered_count = delivered_count + case when ${OF_EVENT} then (settled.status = 'delivered')::int - (settled.was = 'delivered')::int else 0 end,
      failed_count = failed_count + case when ${OF_EVENT} then (settled.status = 'failed')::int - (settled.was = 'failed' and not ${WAS_DROPPED})::int else 0 end,
      dropped_count = dropped_count - case when ${OF_EVENT} then ${WAS_DROPPED}::int else 0 end,
      last_delivery_at = attempted.created_at,
      status = case when attempted.http_status = 410 then 'paused' else s.status end,
      paused_because = case when attempted.http_status = 410 then 'gone' else s.paused_because end
    from settled cross join attempted where s.id = settled.destination_id`,
] as const
