import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { DUE_AT, IS_DUE, isInTurn } from './due-messages'
import { findHeld, isOursToTake } from './held-messages'

export type Message = typeof webhookMessages.$inferSelect

/** `receiver`: whose slot it takes. */
export type Claimed = Message & { receiver: string }

type Claim = {
  free: number
  /** At most this many of one project at once, those in flight included. */
  perProject: number
  inFlightOf: ReadonlyMap<string, number>
  /** The same for one receiver. */
  perDestination: number
  inFlightTo: ReadonlyMap<string, number>
  leaseMs: number
}

/** A stored receiver, or of URLs that came with requests their host; of one project, as others must not take its slots. */
const RECEIVER = sql<string>`(project_id::text || ' ' || coalesce(destination_id::text, lower(substring(url from '^[^:]*://([^/?#]*)')), url))`

/** So many due rows are looked at to share the free slots among projects. */
const LOOK_AT = 2_000

/**
 * Takes due messages under a lease, oldest first, without giving one project or one receiver more than its share: a receiver that hangs holds
 * its own slots only. Whoever else claims at the same time gets others. What only another process can sign as asked is left to it for
 * a while.
 */
export async function claimDue(ctx: WorkerCtx, claim: Claim): Promise<Claimed[]> {
  if (claim.free <= 0) return []
  const { db, now } = ctx
  const isOurs = isOursToTake(await findHeld(ctx))
  const mayStart = sql`${claim.perProject}::int - ${inFlight(claim.inFlightOf, sql`project_id::text`)}`
  const mayStartTo = (receiver: SQL) => sql`${claim.perDestination}::int - ${inFlight(claim.inFlightTo, receiver)}`
  // `array(...)` makes Postgres pick once; as `in (...)` the plan may pick again for each row.
  const picked = sql`array(
    with candidates as (
      select id, project_id, ${RECEIVER} as receiver, ${DUE_AT} as due_at from webhook_messages
      where ${IS_DUE} and ${isOurs} and ${isInTurn(ctx)} and ${mayStart} > 0 and ${mayStartTo(RECEIVER)} > 0 order by due_at limit ${LOOK_AT}
    ), of_receivers as (
      select *, row_number() over (partition by receiver order by due_at) as position from candidates
    ), of_projects as (
      select id, ${mayStart} as may_start, row_number() over (partition by project_id order by due_at) as position
      from of_receivers where position <= ${mayStartTo(sql`receiver`)}
    )
    select id from webhook_messages
    where id in (select of_projects.id from of_projects where position <= may_start) and ${IS_DUE}
    order by ${DUE_AT} limit ${claim.free} for update skip locked
  )`
  return db
    .update(webhookMessages)
    .set({ leaseUntil: sql`now() + ${claim.leaseMs}::int * interval '1 millisecond'`, updatedAt: now() })
    .where(sql`${webhookMessages.id} = any(${picked})`)
    .returning({ ...getTableColumns(webhookMessages), receiver: RECEIVER })
}

/** How many are in flight now of what `key` says. */
function inFlight(counts: ReadonlyMap<string, number>, key: SQL): SQL {
  return sql`coalesce((${JSON.stringify(Object.fromEntries(counts))}::jsonb ->> ${key})::int, 0)`
}
