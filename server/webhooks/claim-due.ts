import { sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { DUE_AT, IS_DUE, isInTurn } from './due-messages'
import { findHeld, isOursToTake } from './held-messages'

export type Message = typeof webhookMessages.$inferSelect

type Claim = {
  free: number
  /** At most this many of one project at once, those in flight included. */
  perProject: number
  inFlightOf: ReadonlyMap<string, number>
  leaseMs: number
}

/** So many due rows are looked at to share the free slots among projects. */
const LOOK_AT = 2_000

/**
 * Takes due messages under a lease, oldest first, without giving one project more than its share: a receiver that hangs holds up
 * its own project only. Whoever else claims at the same time gets others. What only another process can sign as asked is left to it for
 * a while.
 */
export async function claimDue(ctx: WorkerCtx, claim: Claim): Promise<Message[]> {
  if (claim.free <= 0) return []
  const { db, now } = ctx
  const isOurs = isOursToTake(await findHeld(ctx))
  const taken = sql`coalesce((${JSON.stringify(Object.fromEntries(claim.inFlightOf))}::jsonb ->> project_id::text)::int, 0)`
  const mayStart = sql`${claim.perProject}::int - ${taken}`
  // `array(...)` makes Postgres pick once; as `in (...)` the plan may pick again for each row.
  const picked = sql`array(
    with candidates as (
      select id, project_id, ${DUE_AT} as due_at from webhook_messages
      where ${IS_DUE} and ${isOurs} and ${isInTurn(ctx)} and ${mayStart} > 0 order by due_at limit ${LOOK_AT}
    ), ranked as (
      select id, ${mayStart} as may_start, row_number() over (partition by project_id order by due_at) as position from candidates
    )
    select id from webhook_messages
    where id in (select ranked.id from ranked where position <= may_start) and ${IS_DUE}
    order by ${DUE_AT} limit ${claim.free} for update skip locked
  )`
  return db
    .update(webhookMessages)
    .set({ leaseUntil: sql`now() + ${claim.leaseMs}::int * interval '1 millisecond'`, updatedAt: now() })
    .where(sql`${webhookMessages.id} = any(${picked})`)
    .returning()
}
