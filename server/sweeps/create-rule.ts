import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { newId } from '@/db/new-id'
import { sweepRules } from '@/db/schema'
import { sweepRulesDue } from '@/inngest/events'
import type { SweepRuleView } from '@/schemas/sweeps/contract'
import { MAX_SWEEP_RULES } from '@/schemas/sweeps/words'
import { appendAudit } from '@/server/audit/append-audit'
import { inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import { refusal, validationError } from '@/server/errors'
import { type Tagged, tagsOf } from '@/server/text/tags-of'
import { wake } from '@/server/waking/wake'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import { getRule } from './get-rule'
import { nextRun } from './next-run'
import { ofProject } from './own-rule'
import type { PreparedRule } from './prepare-rule'
import { toRuleViews } from './view'

type ProjectCtx = TenantCtx & { projectId: string }

/**
 * Creates a sweep rule, which also sweeps the current balances of the wallets. Throws conflict if the project has a
 * rule for the same wallets and asset, or if two rules would form a cycle; invalid above 50 rules; not_found,
 * forbidden, failed (wallet).
 */
export async function createRule(ctx: ProjectCtx, prepared: PreparedRule): Promise<SweepRuleView> {
  const { input, chain, asset, thresholdUnits, keepUnits } = prepared
  const { db, businessId, projectId, actor } = ctx
  await lockRules(ctx)
  const target = await requireActiveWallet(ctx, { chainType: chain.chainType, from: input.toAddress })
  const source = { chainId: chain.chainId, tokenAddress: asset.tokenAddress, purpose: input.purpose ?? null }
  await requireRoom(ctx, source)
  const feeding = await findFeeding(ctx, { ...source, targetWalletId: target.id })
  if (feeding !== undefined) {
    const which = feeding === null ? 'it would sweep the wallet it sweeps to' : `see rule ${feeding}`
    throw refusal('sweep_rules_feed', { param: 'toAddress', message: `The rules would feed each other: ${which}` })
  }
  const at = ctx.now()
  const id = newId()
  await db.insert(sweepRules).values({
    ...{ id, businessId, projectId, ...source, symbol: asset.symbol, decimals: asset.decimals },
    ...{ targetWalletId: target.id, thresholdUnits, keepUnits, ...scheduleColumns(input.schedule, at) },
    ...{ ...tagsOf(input), createdBy: actor.id, createdAt: at, updatedAt: at, checkAt: at },
  })
  const { threshold, keep, purpose = null, schedule } = input
  const detail = { ...source, purpose, toAddress: target.address, threshold, keep, schedule }
  await appendAudit(ctx, { action: 'sweep-rule.created', target: id, detail })
  ctx.afterCommit(() => wake(sweepRulesDue, {}))
  return getRule(ctx, id)
}

/** Serializes changes of a business's rules, because each change checks all other rules. */
export async function lockRules({ db, businessId }: Pick<TenantCtx, 'db' | 'businessId'>): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sweep rules ${businessId}`}, 0))`)
}

type Schedule = { at: string; timeZone: string } | null

export function scheduleColumns(schedule: Schedule, now: Date) {
  if (schedule === null) return { at: null, timeZone: null, nextRunAt: null }
  return { at: schedule.at, timeZone: schedule.timeZone, nextRunAt: nextRun(schedule, now) }
}

type Source = { chainId: number; tokenAddress: string | null; purpose: string | null }

async function requireRoom(ctx: ProjectCtx, { chainId, tokenAddress, purpose }: Source): Promise<void> {
  const [existing] = await ctx.db.select({ rules: count() }).from(sweepRules).where(ofProject(ctx))
  if ((existing?.rules ?? 0) >= MAX_SWEEP_RULES)
    throw validationError([`body: a project has ${MAX_SWEEP_RULES} sweep rules at most`])
  const [same] = await ctx.db
    .select({ id: sweepRules.id })
    .from(sweepRules)
    .where(
      and(
        ofProject(ctx),
        eq(sweepRules.chainId, chainId),
        tokenAddress === null ? isNull(sweepRules.tokenAddress) : eq(sweepRules.tokenAddress, tokenAddress),
        purpose === null ? isNull(sweepRules.purpose) : eq(sweepRules.purpose, purpose),
      ),
    )
  if (same) throw refusal('sweep_rule_exists', { param: 'purpose', message: `Rule ${same.id} sweeps these wallets` })
}

/**
 * The rule that the project created with the body's reference; null if there is none. Throws reference_used if another
 * body created it, or if the rule was deleted.
 */
export async function findRuleUnderReference(tenant: Tenant, body: Tagged): Promise<SweepRuleView | null> {
  const { reference, referenceFingerprint } = tagsOf(body)
  const { businessId, projectId } = tenant
  if (reference === null || projectId === null) return null
  return inTenantReading(tenant, async ({ db }) => {
    const [found] = await db
      .select()
      .from(sweepRules)
      .where(
        and(
          eq(sweepRules.businessId, businessId),
          eq(sweepRules.projectId, projectId),
          eq(sweepRules.reference, reference),
        ),
      )
    if (!found) return null
    if (found.referenceFingerprint !== referenceFingerprint || found.deletedAt !== null) {
      const message = `The reference was used for another request: it made ${found.id}`
      throw refusal('reference_used', { param: 'reference', message })
    }
    const [view] = await toRuleViews(db, [found])
    return view ?? null
  })
}

type Draft = { chainId: number; tokenAddress: string | null; purpose: string | null; targetWalletId: string }

const feedingRow = z.object({ ruleId: z.string().nullable() })

/**
 * Finds a rule of the business that would form a cycle with a new one. One of them sweeps wallets of a purpose, and the
 * other, or the rule itself, sweeps to a wallet of that purpose. Rules for all wallets never sweep their targets. Rules
 * of all projects count, because a target may belong to another project. Returns the id of the other rule, null for the
 * new rule alone, undefined if there is no cycle.
 */
async function findFeeding(
  ctx: Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string },
  draft: Draft,
): Promise<string | null | undefined> {
  const { chainId, tokenAddress, purpose, targetWalletId } = draft
  const [row] = await ctx.db.execute(sql`
    with rules as (
      select id, project_id, purpose, target_wallet_id from sweep_rules
      where business_id = ${ctx.businessId}::uuid and chain_id = ${chainId}::int
        and token_address is not distinct from ${tokenAddress}::text and deleted_at is null
      union all select null, ${ctx.projectId}::uuid, ${purpose}::text, ${targetWalletId}::uuid
    )
    select coalesce(source.id, target.id)::text as "ruleId" from rules source
      join rules target on source.id is null or target.id is null
      join wallets w on w.id = target.target_wallet_id and w.business_id = ${ctx.businessId}::uuid
    where source.purpose = w.purpose and source.project_id = coalesce(w.bound_project_id, w.project_id)
    limit 1`)
  return row === undefined ? undefined : feedingRow.parse(row).ruleId
}
