import { workerCtx } from '@/server/ctx'
import { setFixedRate } from '@/server/fx/set-fixed-rate'
import type { NgnPerUsdE8 } from '@/server/money/fx'

/** A rate that does not age, 1,550 naira a dollar unless said otherwise. Returns the id of its row. */
export function setRate(ngnPerUsdE8: NgnPerUsdE8 = 1_550_00000000n): Promise<string> {
  return setFixedRate(workerCtx().db, { ngnPerUsdE8, createdBy: 'system:test' })
}
