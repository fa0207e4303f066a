import { inWorker, type WorkerCtx } from '@/server/ctx'
import { MESSAGES } from '@/server/errors'
import { raiseHold } from '@/server/ledger/raise-hold'
import { usdMicrosUp } from '@/server/money/usd'
import type { Hopeless } from './fail-queued'
import type { LanePlan, Turn } from './fill-lanes'
import type { Planned } from './plan-lane'

/**
 * Sees to it that each planned transaction's hold covers its worst case at today's fees; what the balance cannot cover is taken out of
 * the plan and failed. Fees are judged at the rate locked when the transaction was accepted.
 */
export async function coverHolds(_ctx: WorkerCtx, turn: Turn, plans: LanePlan[]): Promise<Hopeless[]> {
  if (turn.chain.gasPolicy !== 'debited') return []
  const hopeless: Hopeless[] = []
  for (const plan of plans) {
    const covered: Planned[] = []
    for (const planned of plan.send) {
      if (await isCovered(turn, planned)) covered.push(planned)
      else hopeless.push({ id: planned.queued.id, error: MESSAGES.insufficientGas })
    }
    plan.send = covered
  }
  return hopeless
}

async function isCovered({ chain }: Turn, { queued, worstFee }: Planned): Promise<boolean> {
  const { nativePriceE8, feeHoldMicros, id: transactionId } = queued
  // The platform's own transactions are held against nobody.
  if (nativePriceE8 === null) return true
  const toMicros = usdMicrosUp(worstFee, chain.nativeDecimals, nativePriceE8)
  if (toMicros <= feeHoldMicros) return true
  return inWorker(({ db }) => raiseHold(db, { businessId: queued.owner.businessId, transactionId, toMicros }))
}
