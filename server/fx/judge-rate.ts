import { formatAmount } from '@/server/money/amount'
import type { NgnPerUsdE8 } from '@/server/money/fx'

const BPS = 10_000n

type Judged = { rate: NgnPerUsdE8; last: NgnPerUsdE8 | null; maxDeviationBps: number }

/**
 * Why a rate is not to be used: it is too far off the one accepted last, in hundredths of a percent. Null where it may
 * be.
 */
export function judgeRate({ rate, last, maxDeviationBps }: Judged): string | null {
  if (last === null) return null
  const off = rate > last ? rate - last : last - rate
  if (off * BPS <= last * BigInt(maxDeviationBps)) return null
  const [now, before] = [formatAmount(rate, 8), formatAmount(last, 8)]
  return `${now} NGN is ${formatAmount((off * BPS) / last, 2)} % off the ${before} NGN before, more than ${formatAmount(BigInt(maxDeviationBps), 2)} %`
}
