import { sql } from 'drizzle-orm'

/**
 * The outcome of events, before and after. Each counts in one row, however often it is sent, and one that arrived stays
 * arrived; a later notice that it was reverted does not count.
 */
const COUNTED = sql`update indexer_events e set outcome = counts.becomes
    from (
      select f.id, f.outcome as was, case when recorded.has_arrived then 'delivered'
          when recorded.is_given_up and f.outcome is distinct from 'delivered' then 'failed' else f.outcome end as becomes
      from indexer_events f join (
        select coalesce(event.first_id, event.id) as id, bool_or(settled.status = 'delivered') as has_arrived,
          bool_or(settled.status = 'failed') as is_given_up
        from settled join indexer_events event on event.id = settled.source_id
        where settled.kind = 'indexer.event' group by 1
      ) recorded on recorded.id = f.id
      order by f.id for no key update of f
    ) counts
    where e.id = counts.id and counts.becomes is distinct from counts.was
    returning e.subscription_id, counts.was, counts.becomes`

/** The change of the number of a subscription's events with this `outcome`. */
const more = (outcome: 'delivered' | 'failed' | 'dropped') =>
  sql`sum((becomes is not distinct from ${outcome})::int - (was is not distinct from ${outcome})::int)`

/**
 * The parts of the statement that records attempts that concern event subscriptions: logs, counters, and the pause of a
 * subscription. A subscription is paused if its destination returned 410 or failed for days.
 */
export const onIndexerAttempt = [
  COUNTED,
  sql`insert into indexer_logs (id, business_id, project_id, subscription_id, network, chain_id, contract_address, event_type, event_id,
      transaction_hash, webhook_url, status, http_status, error, is_replay, replay_of, message_id, created_at)
    select recorded.attempt_id, recorded.business_id, recorded.project_id, recorded.subscription_id, c.code, recorded.chain_id, s.contract_address, recorded.event_type,
      recorded.event_id, recorded.transaction_hash, recorded.url, case when recorded.error is null then 'delivered' else 'failed' end, coalesce(recorded.http_status, 0),
      recorded.error, recorded.is_replay,
      case when recorded.is_replay
        then coalesce(first_log_of(recorded.business_id, recorded.subscription_id, recorded.event_id), nullif(recorded.first_attempt_id, recorded.attempt_id)) end,
      recorded.message_id, recorded.at
    from (
      select settled.attempt_id, settled.id as message_id, settled.url, settled.error, settled.http_status, settled.at,
        settled.is_resend or settled.recovered_at is not null or e.replay_id is not null as is_replay, e.business_id, e.project_id, e.subscription_id, e.chain_id, e.event_type,
        e.event_id, e.transaction_hash, first_value(settled.attempt_id) over (partition by e.subscription_id, e.event_id order by settled.n) as first_attempt_id
      from settled join indexer_events e on e.id = settled.source_id
    ) recorded
    join indexer_subscriptions s on s.id = recorded.subscription_id
    join chains c on c.chain_id = recorded.chain_id`,
  sql`update indexer_subscriptions s set
      delivered_count = s.delivered_count + recorded.delivered,
      failed_count = s.failed_count + recorded.failed,
      dropped_count = s.dropped_count + recorded.dropped,
      last_delivery_at = recorded.at,
      status = case when recorded.because is null then s.status else 'paused' end,
      paused_because = coalesce(recorded.because, s.paused_because)
    from (
      select locked.id, tried.at, stopped.because, coalesce(counted.delivered, 0) as delivered, coalesce(counted.failed, 0) as failed,
        coalesce(counted.dropped, 0) as dropped
      from indexer_subscriptions locked
      join (select destination_id, max(at) as at from settled group by 1) tried on tried.destination_id = locked.id
      left join (
        select subscription_id, ${more('delivered')} as delivered, ${more('failed')} as failed, ${more('dropped')} as dropped
        from added_0 group by 1
      ) counted on counted.subscription_id = locked.id
      left join stopped on stopped.destination_id = locked.id
      order by locked.id for no key update of locked
    ) recorded where s.id = recorded.id`,
] as const
