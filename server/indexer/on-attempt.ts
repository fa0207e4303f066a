import { sql } from 'drizzle-orm'

/**
 * What the event counts as, before and after. It counts in one row, however often it is told, and what arrived once has arrived; a later notice
 * that it was taken back counts as nothing.
 */
const COUNTED = sql`update indexer_events e set outcome = case
      when settled.status = 'delivered' then 'delivered'
      when settled.status = 'failed' and counts.was is distinct from 'delivered' then 'failed'
      else counts.was end
    from settled, (
      select f.id, f.outcome as was from indexer_events f
      where f.id = (select coalesce(told.first_id, told.id) from indexer_events told join settled on told.id = settled.source_id)
      for update
    ) counts
    where e.id = counts.id and exists (select 1 from webhook_messages m where m.id = settled.id and m.kind = 'indexer.event')
    returning counts.was, e.outcome`

/** How many more of its events count as `outcome` now. */
const more = (outcome: 'delivered' | 'failed' | 'dropped') =>
  sql`coalesce((select (outcome is not distinct from ${outcome})::int - (was is not distinct from ${outcome})::int from added_0), 0)`

/**
 * What an attempt to deliver an event adds to the statement that records it: its log, the counters of its subscription, and the pause of one
 * whose receiver is gone or failed for days.
 */
export const onIndexerAttempt = [
  COUNTED,
  sql`insert into indexer_logs (id, business_id, project_id, subscription_id, network, chain_id, contract_address, event_type, event_id,
      transaction_hash, webhook_url, status, http_status, error, is_replay, replay_of, message_id, created_at)
    select attempted.id, e.business_id, e.project_id, e.subscription_id, c.code, e.chain_id, s.contract_address, e.event_type, e.event_id,
      e.transaction_hash, m.url, case when attempted.error is null then 'delivered' else 'failed' end, coalesce(attempted.http_status, 0),
      attempted.error, again.is_replay,
      case when again.is_replay then (
        select first.id from indexer_logs first
        where first.business_id = e.business_id and first.subscription_id = e.subscription_id and first.event_id = e.event_id
        order by first.id limit 1
      ) end,
      settled.id, attempted.created_at
    from settled cross join attempted
    join webhook_messages m on m.id = settled.id
    join indexer_events e on e.id = settled.source_id
    cross join lateral (select attempted.is_resend or m.recovered_at is not null or e.replay_id is not null as is_replay) again
    join indexer_subscriptions s on s.id = e.subscription_id
    join chains c on c.chain_id = e.chain_id`,
  sql`update indexer_subscriptions s set
      delivered_count = delivered_count + ${more('delivered')},
      failed_count = failed_count + ${more('failed')},
      dropped_count = dropped_count + ${more('dropped')},
      last_delivery_at = attempted.created_at,
      status = case when stopped.because is null then s.status else 'paused' end,
      paused_because = coalesce(stopped.because, s.paused_because)
    from settled cross join attempted left join stopped on true where s.id = settled.destination_id`,
] as const
