import { formatAmount } from '@/server/money/amount'
import type { NgnPerUsdE8 } from '@/server/money/fx'

const BPS = 10_000n

type Judged = { rate: NgnPerUsdE8; last: NgnPerUsdE8 | null; maxDeviationBps: number }

/**
 * The reason to refuse a rate: it differs too much from the last accepted one, in hundredths of a percent. Null if it
 * is accepted.
 */
export function judgeRate({ rate, last, maxDeviationBps }: Judged): string | null {
  if (last === null) return null
  const difference = rate > last ? rate - last : last - rate
  if (difference * BPS <= last * BigInt(maxDeviationBps)) return null
  const [now, before] = [formatAmount(rate, 8), formatAmount(last, 8)]
  return `${now} NGN is ${formatAmount((difference * BPS) / last, 2)} % off the ${before} NGN before, more than ${formatAmount(BigInt(maxDeviationBps), 2)} %`
}
