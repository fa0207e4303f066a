import type { ActivityStep, MoneyActivity, MoneyPoint, OperationActivity, RatePoint } from '@/schemas/activity/contract'
import { formatUsd } from '@/server/money/usd'
import { groupsOf } from './groups-of'
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
    outUsd: formatUsd(micros('transaction') + micros('payout')),
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

/** One operation with its outcomes in each of these steps. */
export function toOperationRow(
  operation: string,
  starts: readonly number[],
  counts: readonly Count[],
): OperationActivity['operations'][number] {
  const byStep = groupsOf(counts, ({ at }) => at)
  return { operation, ...toRateTotals(counts), cells: starts.map((start) => toOutcomes(byStep.get(start) ?? [])) }
}

const MAX_OPERATIONS = 10

/** The first of these operations, and how many more there are. */
export function toOperationActivity(
  { step, starts }: { step: ActivityStep; starts: readonly number[] },
  rows: OperationActivity['operations'],
): OperationActivity {
  return {
    step,
    steps: starts.map((start) => new Date(start).toISOString()),
    operations: rows.slice(0, MAX_OPERATIONS),
    more: Math.max(0, rows.length - MAX_OPERATIONS),
  }
}

export function toOutcomes(counts: readonly Count[]): { ok: number; failed: number } {
  return { ok: sumOf(counts.filter(({ isOk }) => isOk)), failed: sumOf(counts.filter(({ isOk }) => !isOk)) }
}

export function sumOf(counts: readonly Count[]): number {
  return counts.reduce((sum, { n }) => sum + n, 0)
}

/** The time for which a balance of micro-dollars lasts at a daily cost. */
export function toForecast(
  availableMicros: bigint,
  { perDayMicros, days }: { perDayMicros: bigint; days: number },
): NonNullable<MoneyActivity['forecast']> {
  const left = availableMicros > 0n ? availableMicros : 0n
  return {
    availableUsd: formatUsd(availableMicros),
    perDayUsd: formatUsd(perDayMicros),
    days,
    daysLeft: Number(left / perDayMicros),
  }
}
