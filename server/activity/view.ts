import type { MoneyActivity, MoneyPoint, RatePoint } from '@/schemas/activity/contract'
import { formatUsd } from '@/server/money/usd'
import { percentile } from './percentile'
import type { Count } from './read-counts'

/** `start`: when the step begins, in ms since 1970. */
export function toMoneyPoint(start: number, counts: readonly Count[]): MoneyPoint {
  return { at: new Date(start).toISOString(), ...toMoneyTotals(counts) }
}

/** The sums of these counts. */
export function toMoneyTotals(counts: readonly Count[]): MoneyActivity['totals'] {
  const micros = (series: Count['series']) =>
    counts.filter((one) => one.series === series).reduce((sum, one) => sum + one.micros, 0n)
  const ended = counts.filter(({ series }) => series === 'transaction')
  const countOf = (isOk: boolean) => ended.filter((one) => one.isOk === isOk).reduce((sum, { n }) => sum + n, 0)
  return {
    inUsd: formatUsd(micros('deposit')),
    outUsd: formatUsd(micros('transaction')),
    feesUsd: formatUsd(micros('fee')),
    completed: countOf(true),
    failed: countOf(false),
  }
}

export function toRatePoint(start: number, counts: readonly Count[]): RatePoint {
  return { at: new Date(start).toISOString(), ...toRateTotals(counts) }
}

export function toRateTotals(counts: readonly Count[]): Omit<RatePoint, 'at'> {
  const histogram = new Map<number, number>()
  for (const { bucket, n } of counts) histogram.set(bucket, (histogram.get(bucket) ?? 0) + n)
  return { ...toOutcomes(counts), p50Ms: percentile(histogram, 0.5), p95Ms: percentile(histogram, 0.95) }
}

export function toOutcomes(counts: readonly Count[]): { ok: number; failed: number } {
  return { ok: sumOf(counts.filter(({ isOk }) => isOk)), failed: sumOf(counts.filter(({ isOk }) => !isOk)) }
}

export function sumOf(counts: readonly Count[]): number {
  return counts.reduce((sum, { n }) => sum + n, 0)
}

/** How long a balance lasts at a pace, both in micro-dollars. */
export function toForecast(availableMicros: bigint, perDayMicros: bigint): NonNullable<MoneyActivity['forecast']> {
  const left = availableMicros > 0n ? availableMicros : 0n
  return {
    availableUsd: formatUsd(availableMicros),
    perDayUsd: formatUsd(perDayMicros),
    daysLeft: Number(left / perDayMicros),
  }
}
