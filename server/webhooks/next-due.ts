import { sql } from 'drizzle-orm'
import { DESTINATION_KEY, IS_SCHEDULED } from '@/db/schema/webhooks'
import type { WorkerCtx } from '@/server/ctx'
import { dueCandidates, firstCandidates, IS_OPEN, IS_PAUSED, isInTurn, recentlyFaultyMessages } from './due-messages'
import { findHeld, isClaimableHere, pollTime } from './held-messages'

/**
 * The number of due messages of a destination that are considered: more than all processes together deliver at once.
 */
const LATE = 256
/** The number of requested resends that are considered. */
const MAX_CANDIDATES = 2_000

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
