import { type SQL, sql } from 'drizzle-orm'
import { isDatabaseUnavailable } from '@/db/connection-lost'
import { newId } from '@/db/new-id'
import type { KeySource } from '@/schemas/webhooks/contract'
import { TEST_KINDS } from '@/schemas/webhooks/words'
import { bisectRows } from '@/server/alarms/bisect-rows'
import type { WorkerCtx } from '@/server/ctx'
import type { Message } from './claim-due'
import { ON_ENDPOINT_ATTEMPT } from './destinations/on-endpoint-attempt'
import type { ON_ATTEMPT, OnAttempt } from './on-attempt'
import type { PostResult } from './post-webhook'
import { HTTP_GONE, isRetryable, MAX_FAILING_DAYS, nextWaitMs, parseRetryAfterMs } from './retry-schedule'

export type DeliveryOutcome = 'delivered' | 'retrying' | 'failed'

/** A POST that ended, and the message that was claimed for it. */
export type Attempt = {
  message: Message
  result: PostResult
  headers: Record<string, string>
  signedWith: KeySource
  isResend: boolean
}

/** The row of an attempt. It is built when the attempt ends, so that a repeated write stores the same values. */
type AttemptRow = ReturnType<typeof toRow>

export function toRow({ message, result, headers, signedWith, isResend }: Attempt, now: Date) {
  const waitMs = result.error === null ? null : waitAfter(message, result, now)
  return {
    id: newId(),
    messageId: message.id,
    businessId: message.businessId,
    leaseUntil: message.leaseUntil,
    resendRequestedAt: message.resendRequestedAt,
    isResend,
    // A destination that is being tested may not exist yet.
    isTest: TEST_KINDS.some((kind) => kind === message.kind),
    httpStatus: result.httpStatus,
    error: result.error,
    latencyMs: result.latencyMs,
    excerpt: result.responseExcerpt,
    signedWith,
    headers,
    nextAttemptAt: waitMs === null ? null : new Date(now.getTime() + waitMs),
    at: now,
  }
}

export function outcomeOf({ error, nextAttemptAt, isResend }: AttemptRow): DeliveryOutcome {
  if (error === null) return 'delivered'
  return nextAttemptAt && !isResend ? 'retrying' : 'failed'
}

const HOLDS_LEASE = sql`m.lease_until = before.lease`
const IS_MOVED = sql`before.error is not null and ${HOLDS_LEASE} and m.status = 'pending' and not before.is_resend`

/**
 * Records attempts of different messages, the new states of the messages and the statements of their source, in one
 * statement with the effect of recording them one after the other. A delivery counts from any process. A failure moves
 * the schedule only under the lease of its own claim, and a failed resend never does. `onAttempt` is null for messages
 * whose URLs came with their requests: no stored destination fails with them.
 */
export async function recordAttempts(
  { db }: WorkerCtx,
  { rows, onAttempt }: { rows: readonly AttemptRow[]; onAttempt: OnAttempt | null },
): Promise<void> {
  const ofDestinations = onAttempt === null ? sql`` : sql`, ${FAILING}${addedBy(onAttempt)}`
  await db.execute(sql`
    with given as materialized (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (id uuid, "messageId" uuid, "businessId" uuid,
        "leaseUntil" timestamptz, "resendRequestedAt" timestamptz, "isResend" boolean, "isTest" boolean, "httpStatus" int, error text,
        "latencyMs" int, excerpt text, "signedWith" text, headers jsonb, "nextAttemptAt" timestamptz, at timestamptz))
        with ordinality as g(attempt_id, message_id, business_id, lease, resend_at, is_resend, is_test, http_status, error, latency_ms, excerpt,
          signed_with, headers, next_at, at, n)
    ), ${SETTLED}${ofDestinations}
    select 1`)
}

// The previous states are read under the locks, taken in the order of the ids: two concurrent writers must not both see
// the same state. A resend that is requested while an attempt runs is kept.
const SETTLED = sql`before as (
      select m.status as was, given.* from given
      join webhook_messages m on m.id = given.message_id and m.business_id = given.business_id
      order by m.id for update of m
    ), settled as (
      update webhook_messages m set
        status = case when before.error is null then 'delivered'
          when ${IS_MOVED} then case when before.next_at is null then 'failed' else 'pending' end else m.status end,
        next_attempt_at = case when before.error is null then null when ${IS_MOVED} then before.next_at else m.next_attempt_at end,
        attempt_count = m.attempt_count + 1, resend_count = m.resend_count + before.is_resend::int,
        resend_requested_at = nullif(m.resend_requested_at, before.resend_at),
        lease_until = case when ${HOLDS_LEASE} then null else m.lease_until end, updated_at = before.at
      from before where m.id = before.message_id
      returning before.n, m.id, m.business_id, m.project_id, m.source_id, m.destination_id, m.kind, m.url, m.status, m.attempt_count,
        m.recovered_at, before.was, before.attempt_id, before.is_resend, before.is_test, before.http_status, before.error, before.at
    ), attempted as (
      insert into webhook_attempts (id, business_id, message_id, number, is_resend, http_status, error, latency_ms, response_excerpt,
        signed_with, request_headers, created_at)
      select given.attempt_id, given.business_id, given.message_id, settled.attempt_count, given.is_resend, given.http_status, given.error,
        given.latency_ms, given.excerpt, given.signed_with, given.headers, given.at
      from given left join settled on settled.id = given.message_id
    )`

function addedBy(onAttempt: OnAttempt): SQL {
  return sql.join(onAttempt.map((statement, n) => sql`, ${sql.raw(`added_${n}`)} as (${statement})`))
}

/** Null if no further attempt follows. Resends do not count as attempts of the schedule. */
function waitAfter(message: Message, result: PostResult, now: Date): number | null {
  if (!isRetryable(result.httpStatus)) return null
  const scheduledAttempts = message.attemptCount - message.resendCount + 1
  return nextWaitMs(scheduledAttempts, parseRetryAfterMs(result.retryAfter, now), Math.random())
}

/**
 * A part of the statement that records attempts (`settled`): since when destinations fail, and which ones it pauses
 * (`stopped`: once each, with the latest cause). A success ends earlier failures; a failure after it begins again.
 */
const FAILING = sql`ends as (
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

/** Records the result of a POST; resolves after the commit. */
export type RecordAttempt = (attempt: Attempt) => Promise<DeliveryOutcome>

type Waiting = { row: AttemptRow; resolve: (outcome: DeliveryOutcome) => void; reject: (error: unknown) => void }
/** The attempts of one source and one kind of destination, or of none, which share one statement. */
type Queue = { waiting: Waiting[]; isBusy: boolean }

/** A larger statement would hold its locks for longer. */
const MAX_AT_ONCE = 500

/**
 * Records attempts in batches. Attempts that end during a statement join the next one, so a single attempt does not
 * wait. If one row makes a statement fail, bisection finds it, and only that row fails.
 */
export function createRecorder(ctx: WorkerCtx, onAttempt: typeof ON_ATTEMPT): RecordAttempt {
  const queues = new Map<string, Queue>()

  const write = async ({ message: { source, keySource, destinationId } }: Attempt, batch: readonly Waiting[]) => {
    const ofDestinations = [...onAttempt[source], ...(keySource === 'endpoint' ? ON_ENDPOINT_ATTEMPT : [])]
    const added = destinationId === null && ofDestinations.length === 0 ? null : ofDestinations
    const byId = new Map(batch.map((one) => [one.row.messageId, one]))
    const work = async (ids: readonly string[]) => {
      const ofThese = ids.flatMap((id) => byId.get(id) ?? [])
      await recordAttempts(ctx, { rows: ofThese.map(({ row }) => row), onAttempt: added })
      for (const { row, resolve } of ofThese) resolve(outcomeOf(row))
    }
    const onFault = (id: string, error: unknown) => byId.get(id)?.reject(error)
    try {
      await bisectRows([...byId.keys()], { work, isExpectedError: isDatabaseUnavailable, onFault })
    } catch (error) {
      // Attempts that were written before the connection broke are not recorded twice.
      for (const { reject } of batch) reject(error)
    }
  }
  const flush = async (queue: Queue, sample: Attempt) => {
    queue.isBusy = true
    // Attempts that end in the same turn are recorded together.
    await new Promise(setImmediate)
    while (queue.waiting.length > 0) await write(sample, takeBatch(queue))
    queue.isBusy = false
  }
  return (attempt) =>
    new Promise((resolve, reject) => {
      const { source, keySource, destinationId } = attempt.message
      const name = `${source} ${keySource === 'endpoint'} ${destinationId === null}`
      const queue = queues.get(name) ?? { waiting: [], isBusy: false }
      queues.set(name, queue)
      queue.waiting.push({ row: toRow(attempt, ctx.now()), resolve, reject })
      if (!queue.isBusy) void flush(queue, attempt)
    })
}

/** The first attempts, up to the second one of the same message: a statement can update a row only once. */
function takeBatch(queue: Queue): Waiting[] {
  const ids = new Set<string>()
  for (const { row } of queue.waiting) {
    if (ids.size === MAX_AT_ONCE || ids.has(row.messageId)) break
    ids.add(row.messageId)
  }
  return queue.waiting.splice(0, ids.size)
}
