import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { processRows } from '@/server/alarms/process-rows'
import { isEligibleRow } from '@/server/alarms/row-faults'
import type { WorkerCtx } from '@/server/ctx'
import { SHARE_KEPT_MINUTES, UNUSED_OF_SHARE } from './unused-of-share'

/** The maximum that is closed one by one if closing all together failed. The rest follows in the next runs. */
const MAX_LISTED = 500

const NOUN = 'gas budget share'
const share = z.object({ id: z.string() })
const count = z.object({ closed: z.number() })

/**
 * Releases the unused part of shares that are too old to be used, including those of processes that died. Returns how
 * many were closed.
 */
export async function releaseStaleShares(ctx: WorkerCtx): Promise<number> {
  const closed = await processRows({
    noun: NOUN,
    now: ctx.now,
    list: () => listOld(ctx),
    work: (only) => close(ctx, only),
  })
  return closed.reduce((sum, each) => sum + each, 0)
}

const isOld = ({ now }: WorkerCtx, only: readonly string[] | null) =>
  sql`created_at < now() - make_interval(mins => ${SHARE_KEPT_MINUTES}) and ${isEligibleRow(sql`id`, { noun: NOUN, now: now(), only })}`

async function listOld(ctx: WorkerCtx): Promise<string[]> {
  const rows = await ctx.db.execute(
    sql`select id from gas_budget_shares where ${isOld(ctx, null)} order by created_at, id limit ${MAX_LISTED}`,
  )
  return [...rows].map((row) => share.parse(row).id)
}

async function close(ctx: WorkerCtx, only: readonly string[] | null): Promise<number> {
  const [row] = await ctx.db.execute(sql`
    with closed as (
      delete from gas_budget_shares where ${isOld(ctx, only)}
      returning id, business_id, chain_id, day, granted_micros, created_at
    ), rest as (
      select s.business_id, s.chain_id, s.day, sum(${UNUSED_OF_SHARE}) as micros from closed s group by 1, 2, 3
    ), locked as (
      select d.day from gas_budget_days d join rest r using (business_id, chain_id, day)
      order by d.business_id, d.chain_id, d.day desc for update of d
    ), given_back as (
      update gas_budget_days d set reserved_micros = greatest(0, d.reserved_micros - r.micros), updated_at = now() from rest r
      where d.business_id = r.business_id and d.chain_id = r.chain_id and d.day = r.day and (select count(*) from locked) >= 0
    )
    select (select count(*)::int from closed) as closed`)
  return count.parse(row).closed
}
