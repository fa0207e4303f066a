import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type SweepRuleRow, sweepRules } from '@/db/schema'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { sweepRuleOf } from '@/server/handlers/sweeps/enqueue-wallets'
import { nextRun } from './next-run'

/** The wallets of a rule whose balances one run checks, and the time after which all of them are checked again. */
const WALLETS_PER_CHECK = 200
const CHECK_EVERY_MS = 3_600_000
const RULES_PER_RUN = 20

/** Enqueues a check of all wallets of the rules whose scheduled time has come. Returns the number of rules. */
export async function openScheduled(ctx: WorkerCtx): Promise<number> {
  const due = await ctx.db
    .select()
    .from(sweepRules)
    .where(and(isDue, lte(sweepRules.nextRunAt, ctx.now()), isNotNull(sweepRules.at)))
    .orderBy(asc(sweepRules.nextRunAt))
    .limit(RULES_PER_RUN)
  for (const rule of due) await openOne(rule)
  return due.length
}

const isDue = and(eq(sweepRules.status, 'ACTIVE'), isNull(sweepRules.deletedAt))

async function openOne({ id, at, timeZone, nextRunAt }: SweepRuleRow): Promise<void> {
  if (at === null || timeZone === null || nextRunAt === null) return
  await inWorker(async ({ db, now }) => {
    const moved = await db
      .update(sweepRules)
      .set({ nextRunAt: nextRun({ at, timeZone }, now()) })
      .where(and(eq(sweepRules.id, id), isDue, eq(sweepRules.nextRunAt, nextRunAt)))
      .returning({ id: sweepRules.id })
    if (moved.length > 0)
      await addWallets(db, { ruleId: id, trigger: 'schedule', now: now(), after: null, limit: null })
  })
}

/**
 * Enqueues a check of the next wallets of each rule without a schedule, so that money without a deposit is swept too.
 * Returns the number of wallets.
 */
export async function checkBalances(ctx: WorkerCtx): Promise<number> {
  const due = await ctx.db
    .select()
    .from(sweepRules)
    .where(and(isDue, isNull(sweepRules.at), lte(sweepRules.checkAt, ctx.now())))
    .orderBy(asc(sweepRules.checkAt))
    .limit(RULES_PER_RUN)
  let checked = 0
  for (const { id: ruleId, checkedUpTo, checkAt } of due) {
    checked += await inWorker(async ({ db, now }) => {
      const isUnchanged = and(eq(sweepRules.id, ruleId), eq(sweepRules.checkAt, checkAt ?? now()), isDue)
      // Lock the rule before its wallets, in the same order as a change of the rule.
      const locked = await db.select({ id: sweepRules.id }).from(sweepRules).where(isUnchanged).for('no key update')
      if (locked.length === 0) return 0
      const last = await addWallets(db, {
        ...{ ruleId, trigger: 'balance', now: now(), after: checkedUpTo, limit: WALLETS_PER_CHECK },
      })
      const isOver = last.length < WALLETS_PER_CHECK
      const next = new Date(now().getTime() + CHECK_EVERY_MS)
      await db
        .update(sweepRules)
        .set(isOver ? { checkedUpTo: null, checkAt: next } : { checkedUpTo: last.at(-1) ?? null })
        .where(eq(sweepRules.id, ruleId))
      return last.length
    })
  }
  return checked
}

type Added = {
  ruleId: string
  trigger: 'schedule' | 'balance'
  now: Date
  after: string | null
  limit: number | null
}

const added = z.object({ walletId: z.string() })

/**
 * Enqueues a check of the rule's wallets after `after`, by id. Returns their ids. A wallet that waits after a failure
 * keeps its wait.
 */
async function addWallets(db: WorkerCtx['db'], { ruleId, trigger, now, after, limit }: Added): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const own = sweepRuleOf({ wallet: sql`w`, chainId: sql`r.chain_id`, tokenAddress: sql`r.token_address` })
  const rows = await db.execute(sql`
    with found as (
      select w.business_id, w.id from sweep_rules r join wallets w on w.business_id = r.business_id
        and coalesce(w.bound_project_id, w.project_id) = r.project_id and (r.purpose is null or r.purpose = w.purpose)
        cross join lateral (${own}) mine
      where r.id = ${ruleId}::uuid and mine.id = r.id and (${after}::uuid is null or w.id > ${after}::uuid)
      order by w.id limit ${limit}
    ), put as (
      insert into sweep_wallets (business_id, rule_id, wallet_id, trigger, due_at, updated_at)
      select business_id, ${ruleId}::uuid, id, ${trigger}, ${at}, ${at} from found order by id
      on conflict (rule_id, wallet_id) do update set asked = sweep_wallets.asked + 1, updated_at = excluded.updated_at
    )
    select id as "walletId" from found order by id`)
  return [...rows].map((row) => added.parse(row).walletId)
}
