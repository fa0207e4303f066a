import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { sweepRules } from '@/db/schema'
import { sweepRulesDue } from '@/inngest/events'
import type { SweepRuleView } from '@/schemas/sweeps/contract'
import { MAX_SWEEP_RULES } from '@/schemas/sweeps/words'
import { appendAudit } from '@/server/audit/append-audit'
import { inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import { refusal, validationError } from '@/server/errors'
import { type Tagged, tagsOf } from '@/server/text/tags'
import { wake } from '@/server/waking/wake'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import { findFeeding } from './find-feeding'
import { getRule } from './get-rule'
import { nextRun } from './next-run'
import { ofProject } from './own-rule'
import type { PreparedRule } from './prepare-rule'
import { toRuleViews } from './view'

type ProjectCtx = TenantCtx & { projectId: string }

/**
 * A rule that sweeps from now on, what is in the wallets already included. Throws conflict where the project has a rule
 * for the same wallets and asset, or where two rules would feed each other; invalid past 50 rules; not_found,
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

/** Rules of a business change one after the other: each looks at all the others. */
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
  const [held] = await ctx.db.select({ rules: count() }).from(sweepRules).where(ofProject(ctx))
  if ((held?.rules ?? 0) >= MAX_SWEEP_RULES)
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
 * The rule that the project made under the body's reference; null where there is none yet, or it was deleted. Throws
 * reference_used where another body made it.
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
