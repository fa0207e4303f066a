import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { failureOf } from '@/server/engine/failure'
import type { Shortfall } from '@/server/money/shortfall'
import { usdMicrosUp } from '@/server/money/usd'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { MESSAGES } from '@/server/refusals/messages'
import { coverCosts } from './cover-costs'
import type { RejectedTransaction } from './fail-queued'
import type { LanePlan } from './lane-plan'
import type { PlannedTransaction } from './plan-lane'
import { loadPlatformCosts, worstTopUps } from './platform-costs'
import { hadTopUpInFlight, type TurnFacts } from './read-turn-facts'

/**
 * The part of a plan that is not judged yet, in order, and the cost of a top-up that no transaction of the plan pays
 * for yet.
 */
type Unjudged = { plan: LanePlan; rest: readonly PlannedTransaction[]; fillingUnits: bigint }

/**
 * Raises the hold of each planned transaction, or its reservation where the platform pays, to its worst case at today's
 * fees. The worst case includes its delegation and its top-ups, made or planned. Run it before a transaction is signed
 * or its wallet topped up. A transaction that the balance or the day's budget cannot cover leaves the plan and fails.
 * Fees are converted at the rate locked at acceptance.
 */
export async function coverHolds(ctx: WorkerCtx, turn: TurnFacts, plans: LanePlan[]): Promise<RejectedTransaction[]> {
  const ids = plans.flatMap(({ send, starving }) => [...send, ...starving].map(({ queued }) => queued.id))
  const servedUnits = await loadPlatformCosts(ctx.db, turn.chain, ids)
  const doomed = new Map<PlannedTransaction, RejectedTransaction>()
  let unjudged = await withFillings(ctx, turn, plans)
  while (unjudged.length > 0) {
    const judged = unjudged.map((each) => ({ ...each, ...nextOf(each) }))
    const covers = judged.flatMap(({ next, asking, fillingUnits }) =>
      next.map((planned) => ({
        planned,
        extraUnits: servedUnits(planned.queued.id) + (planned === asking ? fillingUnits : 0n),
      })),
    )
    for (const [planned, lacking] of await coverPlanned(turn.chain, covers))
      doomed.set(planned, { id: planned.queued.id, ...failureOf(MESSAGES.insufficientGas, lacking) })
    unjudged = judged.flatMap(({ plan, rest, next, asking, fillingUnits }) => {
      const later = rest.slice(next.length)
      const isPaid = asking !== null && !doomed.has(asking)
      return later.length === 0 ? [] : [{ plan, rest: later, fillingUnits: isPaid ? 0n : fillingUnits }]
    })
  }
  for (const plan of plans) {
    plan.send = plan.send.filter((planned) => !doomed.has(planned))
    plan.starving = plan.starving.filter((planned) => !doomed.has(planned))
  }
  return [...doomed.values()]
}

/**
 * The transactions that can be judged now. The first starving one requests the top-up and pays for it, so those behind
 * it wait for its result.
 */
function nextOf({ plan, rest, fillingUnits }: Unjudged): {
  next: readonly PlannedTransaction[]
  asking: PlannedTransaction | null
} {
  const starving = new Set(plan.starving)
  const position = fillingUnits > 0n ? rest.findIndex((planned) => starving.has(planned)) : -1
  const asking = rest[position] ?? null
  return { next: asking === null ? rest : rest.slice(0, position + 1), asking }
}

/**
 * Plans with the highest possible cost of the top-up that each is about to request; 0 where one is in flight or the
 * platform's own wallet is filled.
 */
async function withFillings(ctx: WorkerCtx, turn: TurnFacts, plans: readonly LanePlan[]): Promise<Unjudged[]> {
  const isAsking = ({ lane, starving }: LanePlan) =>
    turn.chain.gasPolicy === 'debited' &&
    starving.length > 0 &&
    lane.businessId !== PLATFORM_BUSINESS_ID &&
    !hadTopUpInFlight(turn, lane)
  const worstTopUp = plans.some(isAsking) ? await worstTopUps(ctx, turn.chain) : null
  return Promise.all(
    plans.map(async (plan) => ({
      plan,
      rest: [...plan.send, ...plan.starving],
      fillingUnits:
        worstTopUp && isAsking(plan) ? await worstTopUp({ address: plan.lane.address, fees: turn.fees }) : 0n,
    })),
  )
}

/** A planned transaction, and the cost that its hold or reservation has to cover in addition to its own worst fee. */
export type PlannedCover = { planned: PlannedTransaction; extraUnits: bigint }

/**
 * Raises each hold or reservation to the worst case where that is higher. Returns the shortfalls of the transactions
 * that are not covered.
 */
export async function coverPlanned(
  chain: Chain,
  covers: readonly PlannedCover[],
): Promise<ReadonlyMap<PlannedTransaction, Shortfall>> {
  const short = covers.flatMap(({ planned, extraUnits }) => {
    const { nativePriceE8, feeHoldMicros } = planned.queued
    const worstUnits = planned.worstFee + extraUnits
    const isHeld = chain.gasPolicy === 'debited' && nativePriceE8 !== null
    if (isHeld && usdMicrosUp(worstUnits, chain.nativeDecimals, nativePriceE8) <= feeHoldMicros) return []
    return [{ planned, payer: planned.queued, worstUnits }]
  })
  const lacking = await coverCosts(chain, short)
  return new Map(
    short.flatMap((cover) => {
      const shortfall = lacking.get(cover)
      return shortfall ? [[cover.planned, shortfall] as const] : []
    }),
  )
}
