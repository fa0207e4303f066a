import { sql } from 'drizzle-orm'
import { HTTP_GONE, MAX_FAILING_DAYS } from './retry-schedule'

/**
 * A part of the statement that records attempts (`settled`): since when destinations fail, and which ones it pauses
 * (`stopped`: once each, with the latest cause). A success ends earlier failures; a failure after it begins again.
 */
export const FAILING = sql`ends as (
      select business_id, destination_id, min(n) filter (where error is null) as first_success, max(n) filter (where error is null) as last_success
      from settled where destination_id is not null group by 1, 2
    ), known as (
      select f.business_id, f.destination_id, f.since from webhook_failing f
      where (f.business_id, f.destination_id) in (select business_id, destination_id from ends)
      order by f.destination_id for update
    ), judged as (
      select ends.business_id, ends.destination_id, ends.last_success, settled.n, settled.http_status, settled.at,
        settled.error is not null and not settled.is_test and settled.n > coalesce(ends.last_success, 0) as is_failing,
        settled.error is not null and not settled.is_test and settled.n < coalesce(ends.first_success, settled.n + 1)
          and known.since <= settled.at - make_interval(days => ${MAX_FAILING_DAYS}) as is_given_up
      from settled join ends using (business_id, destination_id) left join known using (business_id, destination_id)
    ), failing as (
      select business_id, destination_id, last_success, min(at) filter (where is_failing) as since from judged group by 1, 2, 3
    ), recovered as (
      delete from webhook_failing f using failing
      where f.destination_id = failing.destination_id and f.business_id = failing.business_id
        and failing.last_success is not null and failing.since is null
    ), failed as (
      insert into webhook_failing (business_id, destination_id, since)
      select business_id, destination_id, since from failing where since is not null order by destination_id
      on conflict (business_id, destination_id) do update set since = case
        when exists (select 1 from failing f where f.business_id = excluded.business_id and f.destination_id = excluded.destination_id
          and f.last_success is not null) then excluded.since else webhook_failing.since end
    ), stopped as (
      select distinct on (business_id, destination_id) business_id, destination_id,
        case when http_status = ${HTTP_GONE}::int then 'gone' else 'failing' end as because
      from judged where http_status = ${HTTP_GONE}::int or is_given_up
      order by business_id, destination_id, n desc
    ), paused as (
      insert into webhook_pauses (business_id, destination_id) select business_id, destination_id from stopped
      order by destination_id on conflict do nothing
    )`
