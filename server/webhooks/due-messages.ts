import { type SQL, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { DESTINATION_KEY, IS_QUEUED_IN_ORDER, IS_SCHEDULED } from '@/db/schema/webhooks'
import { recentlyFaultyIds } from '@/server/alarms/row-faults'
import type { WorkerCtx } from '@/server/ctx'
import { hasRequestSecrets, recallWebhookSecret } from './request-secrets'

/** Whether a message's destination is paused. A requested resend is sent nevertheless. */
const IS_PAUSED = sql`exists (select 1 from webhook_pauses paused
  where paused.destination_id = webhook_messages.destination_id and paused.business_id = webhook_messages.business_id)`

/** No process is delivering it. */
const IS_FREE = sql`(lease_until is null or lease_until < now())`

/**
 * A message is due by its schedule or a requested resend, if no process is delivering it. Column names are unqualified,
 * so the condition works wherever the table is the innermost one.
 */
export const IS_DUE = sql`((status = 'pending' and next_attempt_at <= now() and not ${IS_PAUSED}) or resend_requested_at is not null)
  and ${IS_FREE}`

/** When the message is due; null for a settled message. */
export const DUE_AT = sql`least(case when status = 'pending' then next_attempt_at end, resend_requested_at)`

/**
 * Whether no earlier message with the same order key still waits for its first attempt. Messages that wait for a retry
 * do not block, because a destination that is down for hours would block all later ones. Nor do messages that fail with
 * an error of the platform.
 */
export function isInTurn({ now }: Pick<WorkerCtx, 'now'>): SQL {
  const faulty = recentlyFaultyIds('webhook message', now())
  const isSound =
    faulty.length === 0
      ? sql`true`
      : sql`earlier.id not in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(faulty)}::jsonb))`
  return sql`(order_key is null or not exists (
    select 1 from webhook_messages earlier
    where earlier.order_key = webhook_messages.order_key and earlier.business_id = webhook_messages.business_id
      and earlier.id < webhook_messages.id and earlier.status = 'pending' and earlier.attempt_count = 0 and ${isSound}))`
}

/** Everything that will still be sent, now or later. */
export const IS_OPEN = sql`((status = 'pending' and not ${IS_PAUSED}) or resend_requested_at is not null)`

/** The number of requested resends that are considered, the oldest first. */
const MAX_CANDIDATES = 2_000

/**
 * Messages that may be claimed: the oldest of each destination, and the next one of each order key. Reads
 * `of_receiver`, the slots that destinations use now; `most`: how many they may use.
 */
export function dueCandidates(ctx: Pick<WorkerCtx, 'now'>, { isOurs, most }: { isOurs: SQL; most: number }): SQL {
  const faulty = recentlyFaultyMessages(ctx)
  const due = sql`id, project_id, ${DESTINATION_KEY} as receiver, ${DUE_AT} as due_at`
  return sql`
    ${firstCandidates(ctx)}, candidates as (
      select oldest.* from (
        select receiver, ${most}::int - coalesce(held, 0) as room from receivers as webhook_messages left join of_receiver on key = receiver
        where next_attempt_at <= now() and coalesce(held, 0) < ${most}::int and not ${IS_PAUSED}
      ) ready cross join lateral (
        select ${due} from webhook_messages
        where ${IS_SCHEDULED} and ${DESTINATION_KEY} = ready.receiver and next_attempt_at <= now() and ${IS_FREE} and ${isOurs} and ${isInTurn(ctx)}
        order by ${DESTINATION_KEY}, next_attempt_at limit ready.room
      ) oldest
      union
      select ${due} from webhook_messages where id = any(array(select id from turns)) and ${IS_DUE} and ${isOurs}
      union
      select ${due} from webhook_messages where id = any(${faulty}) and ${IS_DUE} and ${isOurs} and ${isInTurn(ctx)}
      union
      (select ${due} from webhook_messages where resend_requested_at is not null and ${IS_FREE} and ${isOurs} and ${isInTurn(ctx)}
        order by resend_requested_at limit ${MAX_CANDIDATES})
    )`
}

/**
 * `receivers`: the first scheduled message of each destination. `turns`: the next message of each order key. Both are
 * skip scans over an index, so further messages of a destination that hangs or is paused cost nothing.
 */
function firstCandidates(ctx: Pick<WorkerCtx, 'now'>): SQL {
  const faulty = recentlyFaultyMessages(ctx)
  return sql`
    receivers as (
      (select ${DESTINATION_KEY} as receiver, business_id, destination_id, next_attempt_at from webhook_messages
        where ${IS_SCHEDULED} order by 1, next_attempt_at limit 1)
      union all
      select next.* from receivers last cross join lateral (
        select ${DESTINATION_KEY} as receiver, business_id, destination_id, next_attempt_at from webhook_messages
        where ${IS_SCHEDULED} and ${DESTINATION_KEY} > last.receiver order by 1, next_attempt_at limit 1
      ) next
    ), turns as (
      (select id, order_key, business_id from webhook_messages where ${IS_QUEUED_IN_ORDER} and id <> all(${faulty})
        order by order_key, business_id, id limit 1)
      union all
      select next.* from turns last cross join lateral (
        select id, order_key, business_id from webhook_messages
        where ${IS_QUEUED_IN_ORDER} and id <> all(${faulty}) and (order_key, business_id) > (last.order_key, last.business_id)
        order by order_key, business_id, id limit 1
      ) next
    )`
}

/** Messages whose last attempt failed with an error of the platform, now or recently. */
function recentlyFaultyMessages({ now }: Pick<WorkerCtx, 'now'>): SQL {
  return among(recentlyFaultyIds('webhook message', now()))
}

function among(ids: readonly string[]): SQL {
  return sql`array(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
}

/**
 * The time for which a due message is reserved for the process that has its request's secret. Afterwards any process
 * signs it with the project's secret.
 */
const HOLDER_FIRST = sql`interval '10 seconds'`
const MAX_HELD = 10_000
/** A message to sign with the secret of its request, which only one process has. */
const OWN_KEY = sql`key_source = 'request'`

/** Redundant with `DUE_AT`, but written so that indexes find messages that became due in these seconds. */
const DUE_LATELY = sql`((status = 'pending' and next_attempt_at <= now() and next_attempt_at > now() - ${HOLDER_FIRST})
  or resend_requested_at > now() - ${HOLDER_FIRST})`

/** Due messages whose secret this process has. */
export async function findHeld({ db }: WorkerCtx): Promise<string[]> {
  if (!hasRequestSecrets()) return []
  const fresh = await db
    .select({ id: webhookMessages.id, sourceId: webhookMessages.sourceId })
    .from(webhookMessages)
    .where(sql`${DUE_LATELY} and ${OWN_KEY} and ${IS_DUE} and ${DUE_AT} > now() - ${HOLDER_FIRST}`)
    .limit(MAX_HELD)
  return fresh.filter(({ sourceId }) => recallWebhookSecret(sourceId) !== null).map(({ id }) => id)
}

/** Whether this process may claim a due message: it has the secret, or the other process had enough time. */
export function isClaimableHere(held: readonly string[]): SQL {
  return sql`(not ${OWN_KEY} or ${DUE_AT} <= now() - ${HOLDER_FIRST} or ${isHeld(held)})`
}

/** When this process should poll for an open message: for one left to another process, after that process's time. */
function pollTime(held: readonly string[]): SQL {
  return sql`case when ${OWN_KEY} and ${DUE_AT} <= now() and not ${isHeld(held)} then ${DUE_AT} + ${HOLDER_FIRST} else ${DUE_AT} end`
}

function isHeld(held: readonly string[]): SQL {
  return sql`id::text in (select jsonb_array_elements_text(${JSON.stringify(held)}::jsonb))`
}

/**
 * The number of due messages of a destination that are considered: more than all processes together deliver at once.
 */
const LATE = 256

/** Whether this process could claim a message now. */
export async function isAnyDue(ctx: WorkerCtx): Promise<boolean> {
  const isOurs = isClaimableHere(await findHeld(ctx))
  const found = await ctx.db.execute(sql`
    with recursive of_receiver as (select null::text as key, 0 as held where false), ${dueCandidates(ctx, { isOurs, most: 1 })}
    select 1 from candidates limit 1`)
  return found.length > 0
}

/**
 * When this process should poll again; null without open messages. Considers the first scheduled message of each
 * destination, due messages left to another process, and the next message of each order key.
 */
export async function nextDueAt(ctx: WorkerCtx): Promise<Date | null> {
  const at = sql`greatest(${pollTime(await findHeld(ctx))}, lease_until)`
  const isOpen = sql`${IS_OPEN} and ${isInTurn(ctx)} and ${at} is not null`
  const ofReceiver = sql`${IS_SCHEDULED} and ${DESTINATION_KEY} = awake.receiver and ${isOpen}`
  const [row] = await ctx.db.execute<{ at: string | null }>(sql`
    with recursive ${firstCandidates(ctx)}, awake as (
      select receiver from receivers as webhook_messages where not ${IS_PAUSED}
    ), looks as (
      select look.at from awake cross join lateral (
        select ${at} as at from webhook_messages where ${ofReceiver} and next_attempt_at > now() order by ${DESTINATION_KEY}, next_attempt_at limit 1
      ) look
      union all
      select look.at from awake cross join lateral (
        select ${at} as at from webhook_messages where ${ofReceiver} and next_attempt_at <= now() order by ${DESTINATION_KEY}, next_attempt_at limit ${LATE}
      ) look
      union all
      select ${at} from webhook_messages where id = any(array(select id from turns)) and ${isOpen}
      union all
      select ${at} from webhook_messages where id = any(${recentlyFaultyMessages(ctx)}) and ${isOpen}
      union all
      (select ${at} from webhook_messages where resend_requested_at is not null and ${isOpen} order by resend_requested_at limit ${MAX_CANDIDATES})
    )
    select min(at) as at from looks`)
  return row?.at ? new Date(row.at) : null
}
