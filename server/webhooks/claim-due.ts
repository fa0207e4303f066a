import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { DESTINATION_KEY } from '@/db/schema/webhooks'
import type { WorkerCtx } from '@/server/ctx'
import { dueCandidates, findHeld, IS_DUE, isClaimableHere } from './due-messages'

export type Message = typeof webhookMessages.$inferSelect

/** `receiver`: the key of the destination whose slot the message uses. */
export type ClaimedMessage = Message & { receiver: string }

type Claim = {
  free: number
  /** The limit for one project, including messages in flight. */
  perProject: number
  inFlightOf: ReadonlyMap<string, number>
  /** The limit for one destination. */
  perDestination: number
  inFlightTo: ReadonlyMap<string, number>
  leaseMs: number
}

/**
 * Claims due messages under a lease, oldest first. No project or destination gets more than its share, so a destination
 * that hangs uses only its own slots. Concurrent claims get other messages. A message whose secret only another process
 * has is left to that process for a while.
 */
export async function claimDue(ctx: WorkerCtx, claim: Claim): Promise<ClaimedMessage[]> {
  if (claim.free <= 0) return []
  const { db, now } = ctx
  const isOurs = isClaimableHere(await findHeld(ctx))
  const candidates = dueCandidates(ctx, { isOurs, most: claim.perDestination })
  // `array(...)` evaluates the subquery once; with `in (...)` Postgres may evaluate it for each row. The counts are
  // joined as tables, because a JSON document would be parsed again for each row.
  const picked = sql`array(
    with recursive of_project as (${countsOf(claim.inFlightOf)}), of_receiver as (${countsOf(claim.inFlightTo)}), ${candidates}, of_receivers as (
      select candidates.*, row_number() over (partition by receiver order by due_at) + coalesce(held, 0) as of_receiver
      from candidates left join of_receiver on key = receiver
    ), of_projects as (
      select id, due_at, row_number() over (partition by project_id order by due_at) + coalesce(held, 0) as of_project
      from of_receivers left join of_project on key = project_id::text where of_receiver <= ${claim.perDestination}::int
    )
    select id from webhook_messages
    where id = any(array(select id from of_projects where of_project <= ${claim.perProject}::int order by due_at limit ${claim.free})) and ${IS_DUE}
    for update skip locked
  )`
  return db
    .update(webhookMessages)
    .set({ leaseUntil: sql`now() + ${claim.leaseMs}::int * interval '1 millisecond'`, updatedAt: now() })
    .where(sql`${webhookMessages.id} = any(${picked})`)
    .returning({ ...getTableColumns(webhookMessages), receiver: sql<string>`${DESTINATION_KEY}` })
}

/** The counts of messages in flight, as rows. */
function countsOf(counts: ReadonlyMap<string, number>): SQL {
  return sql`select key, value::int as held from jsonb_each_text(${JSON.stringify(Object.fromEntries(counts))}::jsonb)`
}
