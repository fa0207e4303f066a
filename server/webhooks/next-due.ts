import { sql } from 'drizzle-orm'
import { DESTINATION_KEY, IS_SCHEDULED } from '@/db/schema/webhooks'
import type { WorkerCtx } from '@/server/ctx'
import { dueCandidates, firstCandidates, recentlyFaultyMessages } from './due-candidates'
import { IS_OPEN, IS_PAUSED, isInTurn } from './due-messages'
import { findHeld, isClaimableHere, pollTime } from './held-messages'

/** The number of due messages of a receiver that are considered: more than all processes together hold of it. */
const LATE = 256
/** The number of requested resends that are considered. */
const MAX_CANDIDATES = 2_000

/** Whether this process could take a message now. */
export async function isAnyDue(ctx: WorkerCtx): Promise<boolean> {
  const isOurs = isClaimableHere(await findHeld(ctx))
  const found = await ctx.db.execute(sql`
    with recursive of_receiver as (select null::text as key, 0 as held where false), ${dueCandidates(ctx, { isOurs, most: 1 })}
    select 1 from candidates limit 1`)
  return found.length > 0
}

/**
 * When this process should look again; null where nothing is open. It considers the first scheduled message of each
 * receiver, due ones that another process holds, and for each order key the message at its turn.
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
