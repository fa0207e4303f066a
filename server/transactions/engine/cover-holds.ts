import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { MESSAGES } from '@/server/errors'
import { raiseHold } from '@/server/ledger/raise-hold'
import { usdMicrosUp } from '@/server/money/usd'
import { delegationCosts } from './delegation-costs'
import type { Hopeless } from './fail-queued'
import type { LanePlan } from './fill-lanes'
import type { Planned } from './plan-lane'
import type { Turn } from './read-turn'

/**
 * Sees to it that each planned transaction's hold covers its worst case at today's fees, and the delegation it needed; what the balance
 * cannot cover is taken out of the plan and failed. Fees are judged at the rate locked when the transaction was accepted.
 */
export async function coverHolds(ctx: WorkerCtx, turn: Turn, plans: LanePlan[]): Promise<Hopeless[]> {
  if (turn.chain.gasPolicy !== 'debited') return []
  const delegations = await delegationCosts(
    ctx.db,
    plans.flatMap(({ send }) => send.map(({ queued }) => queued.id)),
  )
  const hopeless: Hopeless[] = []
  for (const plan of plans) {
    const covered: Planned[] = []
    for (const planned of plan.send) {
      const delegation = delegations.get(planned.queued.id) ?? 0n
      if (await isCovered(turn.chain, planned, delegation)) covered.push(planned)
      else hopeless.push({ id: planned.queued.id, error: MESSAGES.insufficientGas })
    }
    plan.send = covered
  }
  return hopeless
}

/** Raises the hold to a transaction's worst case with `extraUnits` beside it, where that is more than is held. */
export async function isCovered(
  { nativeDecimals }: Chain,
  { queued, worstFee }: Planned,
  extraUnits: bigint,
): Promise<boolean> {
  const { nativePriceE8, feeHoldMicros, id: transactionId } = queued
  // The platform's own transactions are held against nobody.
  if (nativePriceE8 === null) return true
  const toMicros = usdMicrosUp(worstFee + extraUnits, nativeDecimals, nativePriceE8)
  if (toMicros <= feeHoldMicros) return true
  return inWorker(({ db }) => raiseHold(db, { businessId: queued.owner.businessId, transactionId, toMicros }))
}
