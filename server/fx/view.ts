import type { fxRates, fxSources } from '@/db/schema'
import type { FxSourceView, RateView } from '@/schemas/fx/contract'
import { SECONDS_PER_MINUTE } from '@/server/durations'
import { formatAmount } from '@/server/money/amount'

type Source = typeof fxSources.$inferSelect
type RateRow = typeof fxRates.$inferSelect

/** `last`: the rate of it that was accepted last. */
export function toFxSource(
  row: Source,
  last: RateRow | null,
  used: { isFresh: boolean; isUsed: boolean },
): FxSourceView {
  return {
    name: row.name,
    isActive: row.isActive,
    priority: row.priority,
    maxAgeMinutes: Math.round(row.maxAgeSeconds / SECONDS_PER_MINUTE),
    maxDeviationBps: row.maxDeviationBps,
    ngnPerUsd: last && formatAmount(last.ngnPerUsdE8, 8),
    observedAt: last?.observedAt.toISOString() ?? null,
    isFresh: used.isFresh,
    isUsed: used.isUsed,
    askedAt: row.askedAt?.toISOString() ?? null,
    problem: row.problem,
  }
}

export function toRate(row: RateRow): RateView {
  return {
    id: row.id,
    source: row.source,
    ngnPerUsd: formatAmount(row.ngnPerUsdE8, 8),
    status: row.status,
    why: row.why,
    observedAt: row.observedAt.toISOString(),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
  }
}
