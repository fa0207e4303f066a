import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { failureOf } from '@/server/engine/failure'
import { MESSAGES } from '@/server/messages'
import type { Shortfall } from '@/server/money/contract'
import { usdMicrosUp } from '@/server/money/usd'
import { coverCost } from './cover-cost'
import { delegationCosts } from './delegation-costs'
import type { Doomed } from './fail-queued'
import { isRelayed } from './is-relayed'
import type { LanePlan } from './lane-plan'
import type { Planned } from './plan-lane'
import type { Turn } from './read-turn'

/**
 * Sees to it that each planned transaction's hold, or its reservation where the platform pays, covers its worst case at today's fees and the
 * delegation it needed, before it is signed or its wallet topped up; what the balance or the day's budget cannot cover is taken out of the
 * plan and failed. Fees are judged at the rate locked when the transaction was accepted.
 */
export async function coverHolds(ctx: WorkerCtx, { chain }: Turn, plans: LanePlan[]): Promise<Doomed[]> {
  const ids = plans.flatMap(({ send, starving }) => [...send, ...starving].map(({ queued }) => queued.id))
  const mayDelegate = chain.gasPolicy === 'debited' || isRelayed(chain)
  const delegations = mayDelegate ? await delegationCosts(ctx.db, ids) : new Map<string, bigint>()
  const doomed: Doomed[] = []
  for (const plan of plans) {
    const covered = new Set<Planned>()
    for (const planned of [...plan.send, ...plan.starving]) {
      const delegation = delegations.get(planned.queued.id) ?? 0n
      const lacking = await coverPlanned(chain, planned, delegation)
      if (lacking === null) covered.add(planned)
      else doomed.push({ id: planned.queued.id, ...failureOf(MESSAGES.insufficientGas, lacking) })
    }
    plan.send = plan.send.filter((planned) => covered.has(planned))
    plan.starving = plan.starving.filter((planned) => covered.has(planned))
  }
  return doomed
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
