import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { failureOf } from '@/server/engine/failure'
import { MESSAGES } from '@/server/messages'
import type { Shortfall } from '@/server/money/contract'
import { usdMicrosUp } from '@/server/money/usd'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { coverCost } from './cover-cost'
import type { Doomed } from './fail-queued'
import type { LanePlan } from './lane-plan'
import type { Planned } from './plan-lane'
import type { Turn } from './read-turn'
import { servedCosts } from './served-costs'
import { worstTopUp } from './top-up-costs'

/**
 * Sees to it that each planned transaction's hold, or its reservation where the platform pays, covers its worst case at today's fees, with the
 * delegation and the top-ups made for it, and with the one that is about to be, before it is signed or its wallet topped up; what the balance
 * or the day's budget cannot cover is taken out of the plan and failed. Fees are judged at the rate locked when it was accepted.
 */
export async function coverHolds(ctx: WorkerCtx, turn: Turn, plans: LanePlan[]): Promise<Doomed[]> {
  const { chain } = turn
  const ids = plans.flatMap(({ send, starving }) => [...send, ...starving].map(({ queued }) => queued.id))
  const servedUnits = await servedCosts(ctx.db, chain, ids)
  const doomed: Doomed[] = []
  for (const plan of plans) {
    const covered = new Set<Planned>()
    // The first that starves asks for the top-up, and pays for it.
    let fillingUnits = await fillingCost(ctx, turn, plan)
    const starving = new Set(plan.starving)
    for (const planned of [...plan.send, ...plan.starving]) {
      const { id } = planned.queued
      const isAsking = starving.has(planned)
      const lacking = await coverPlanned(chain, planned, servedUnits(id) + (isAsking ? fillingUnits : 0n))
      if (lacking === null) {
        covered.add(planned)
        if (isAsking) fillingUnits = 0n
      } else doomed.push({ id, ...failureOf(MESSAGES.insufficientGas, lacking) })
    }
    plan.send = plan.send.filter((planned) => covered.has(planned))
    plan.starving = plan.starving.filter((planned) => covered.has(planned))
  }
  return doomed
}

/** What the top-up may cost that a plan is about to ask for; nothing where one is on the way, or the platform's own wallet is filled. */
async function fillingCost(
  ctx: WorkerCtx,
  { chain, fees, coins }: Turn,
  { lane, starving }: LanePlan,
): Promise<bigint> {
  if (chain.gasPolicy !== 'debited' || starving.length === 0 || lane.businessId === PLATFORM_BUSINESS_ID) return 0n
  if ((coins.get(lane.walletId)?.pendingUnits ?? 0n) > 0n) return 0n
  return worstTopUp(ctx, chain, { address: lane.address, fees })
}

/**
 * Raises what is held or reserved to a transaction's worst case with `extraUnits` beside it, where that is more. Answers what is lacking for
 * that, or null.
 */
export async function coverPlanned(
  chain: Chain,
  { queued, worstFee }: Planned,
  extraUnits: bigint,
): Promise<Shortfall | null> {
  const { nativePriceE8, feeHoldMicros } = queued
  const worstUnits = worstFee + extraUnits
  const isHeld = chain.gasPolicy === 'debited' && nativePriceE8 !== null
  if (isHeld && usdMicrosUp(worstUnits, chain.nativeDecimals, nativePriceE8) <= feeHoldMicros) return null
  return coverCost(chain, queued, worstUnits)
}
