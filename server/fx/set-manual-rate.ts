import { eq } from 'drizzle-orm'
import { fxSources } from '@/db/schema'
import type { SetManualRateInput } from '@/schemas/fx/contract'
import { actorName } from '@/server/actor-name'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { formatAmount } from '@/server/money/amount'
import { findRate } from './require-rate'
import { storeRate } from './store-rate'

/**
 * Sets the operator's own rate, which counts from now on until it is too old; audited with the one before. Throws
 * failed if it is far off that and was not confirmed.
 */
export async function setManualRate(ctx: OperatorCtx, { ngnPerUsdE8, isConfirmed }: SetManualRateInput): Promise<void> {
  const former = await findRate(ctx)
  const given = { source: 'manual', ngnPerUsdE8, observedAt: ctx.now(), createdBy: actorName(ctx.actor) } as const
  const { why } = await storeRate(ctx.db, { ...given, isConfirmed })
  // Thrown after the write, which rolls it back: a mistyped rate is not kept.
  if (why !== null) throw new ApiError('failed', `${why}. Confirm that it is meant.`)
  const set = { manualRateE8: ngnPerUsdE8, isActive: true }
  await ctx.db.update(fxSources).set(set).where(eq(fxSources.name, 'manual'))
  const detail = {
    ngnPerUsd: formatAmount(ngnPerUsdE8, 8),
    former: former && formatAmount(former.ngnPerUsdE8, 8),
    isConfirmed,
  }
  await appendPlatformAudit(ctx, { action: 'rate.set', target: 'NGN/USD', detail })
}
