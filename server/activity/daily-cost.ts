import { MS_PER_DAY } from '@/server/durations'

export const COST_WINDOW_DAYS = 14

type Charged = {
  /** The charges since `since`, in micro-dollars. */
  micros: bigint
  /** The start of the window, or of the first charge if that is later. */
  since: Date
}

/** The cost of a day at the pace since then, rounded up; null before a whole day has passed. */
export function dailyCostUp({ micros, since }: Charged, now: Date): { perDayMicros: bigint; days: number } | null {
  const elapsedMs = now.getTime() - since.getTime()
  if (elapsedMs < MS_PER_DAY) return null
  const elapsed = BigInt(elapsedMs)
  const perDayMicros = (micros * BigInt(MS_PER_DAY) + elapsed - 1n) / elapsed
  return { perDayMicros, days: Math.floor(elapsedMs / MS_PER_DAY) }
}
