import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { MESSAGES } from '@/server/errors'
import { usdMicrosUp } from '@/server/money/usd'
import { isRelayed } from '../is-relayed'
import { coverCost } from './cover-cost'
import { delegationCosts } from './delegation-costs'
import type { Hopeless } from './fail-queued'
import type { LanePlan } from './fill-lanes'
import type { Planned } from './plan-lane'
import type { Turn } from './read-turn'

/**
 * Sees to it that each planned transaction's hold, or its reservation where the platform pays, covers its worst case at today's fees and the
 * delegation it needed; what the balance or the day's budget cannot cover is taken out of the plan and failed. Fees are judged at the
 * rate locked when the transaction was accepted.
 */
export async function coverHolds(ctx: WorkerCtx, { chain }: Turn, plans: LanePlan[]): Promise<Hopeless[]> {
  const ids = plans.flatMap(({ send }) => send.map(({ queued }) => queued.id))
  const mayDelegate = chain.gasPolicy === 'debited' || isRelayed(chain)
  const delegations = mayDelegate ? await delegationCosts(ctx.db, ids) : new Map<string, bigint>()
  const hopeless: Hopeless[] = []
  for (const plan of plans) {
    const covered: Planned[] = []
    for (const planned of plan.send) {
      const delegation = delegations.get(planned.queued.id) ?? 0n
      if (await isCovered(chain, planned, delegation)) covered.push(planned)
      else hopeless.push({ id: planned.queued.id, error: MESSAGES.insufficientGas })
    }
    plan.send = covered
  }
  return hopeless
}

/** Raises what is held or reserved to a transaction's worst case with `extraUnits` beside it, where that is more. */
export async function isCovered(chain: Chain, { queued, worstFee }: Planned, extraUnits: bigint): Promise<boolean> {
  const { nativePriceE8, feeHoldMicros, owner } = queued
  const worstUnits = worstFee + extraUnits
  const isHeld = chain.gasPolicy === 'debited' && nativePriceE8 !== null
  if (isHeld && usdMicrosUp(worstUnits, chain.nativeDecimals, nativePriceE8) <= feeHoldMicros) return true
  return coverCost(chain, { ...queued, businessId: owner.businessId }, worstUnits)
}
