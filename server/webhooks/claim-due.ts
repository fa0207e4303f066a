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
const RECEIVER = sql<string>`(project_id::text || ' ' || coalesce(destination_id::text, lower(substring(url from '^[^:]*://([^/?#]*)')), url)) collate "C"`

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
  // `array(...)` makes Postgres pick once; as `in (...)` the plan may pick again for each row. The counts are joined as tables: as a document they would be read anew for each row.
  const picked = sql`array(
    with of_project as (${countsOf(claim.inFlightOf)}), of_receiver as (${countsOf(claim.inFlightTo)}), candidates as (
      select id, project_id, receiver, due_at, ${claim.perProject}::int - coalesce(of_project.held, 0) as project_may,
        ${claim.perDestination}::int - coalesce(of_receiver.held, 0) as receiver_may
      from (
        select id, project_id, ${RECEIVER} as receiver, ${DUE_AT} as due_at from webhook_messages
        where ${IS_DUE} and ${isOurs} and ${isInTurn(ctx)}
      ) due
      left join of_project on of_project.key = project_id::text
      left join of_receiver on of_receiver.key = receiver
      where coalesce(of_project.held, 0) < ${claim.perProject}::int and coalesce(of_receiver.held, 0) < ${claim.perDestination}::int
      order by due_at limit ${LOOK_AT}
    ), of_receivers as (
      select *, row_number() over (partition by receiver order by due_at) as position_of_receiver from candidates
    ), of_projects as (
      select id, project_may, row_number() over (partition by project_id order by due_at) as position
      from of_receivers where position_of_receiver <= receiver_may
    )
    select id from webhook_messages
    where id in (select of_projects.id from of_projects where position <= project_may) and ${IS_DUE}
    order by ${DUE_AT} limit ${claim.free} for update skip locked
  )`
  return db
    .update(webhookMessages)
    .set({ leaseUntil: sql`now() + ${claim.leaseMs}::int * interval '1 millisecond'`, updatedAt: now() })
    .where(sql`${webhookMessages.id} = any(${picked})`)
    .returning({ ...getTableColumns(webhookMessages), receiver: RECEIVER })
}

/** What is in flight now, as rows. */
function countsOf(counts: ReadonlyMap<string, number>): SQL {
  return sql`select key, value::int as held from jsonb_each_text(${JSON.stringify(Object.fromEntries(counts))}::jsonb)`
}
