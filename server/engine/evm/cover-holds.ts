import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { failureOf } from '@/server/engine/failure'
import { raiseGas } from '@/server/engine/gas-holds'
import type { Shortfall } from '@/server/money/shortfall'
import { formatUsd, usdMicrosUp } from '@/server/money/usd'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { MESSAGES } from '@/server/refusals/messages'
import { raiseReservations } from '@/server/sponsorship/raise-reservations'
import { sponsoredMicrosOf } from '@/server/sponsorship/sponsored-micros'
import type { RejectedTransaction } from './fail-queued'
import type { LanePlan, PlannedTransaction } from './plan-lane'
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
  const ids = plans.flatMap(({ send, underfunded }) => [...send, ...underfunded].map(({ queued }) => queued.id))
  const servedUnits = await loadPlatformCosts(ctx.db, turn.chain, ids)
  const failing = new Map<PlannedTransaction, RejectedTransaction>()
  let unjudged = await withFillings(ctx, turn, plans)
  while (unjudged.length > 0) {
    const judged = unjudged.map((each) => ({ ...each, ...nextOf(each) }))
    const covers = judged.flatMap(({ next, asking, fillingUnits }) =>
      next.map((planned) => ({
        planned,
        extraUnits: servedUnits(planned.queued.id) + (planned === asking ? fillingUnits : 0n),
      })),
    )
    for (const [planned, shortfall] of await coverPlanned(turn.chain, covers))
      failing.set(planned, { id: planned.queued.id, ...failureOf(MESSAGES.insufficientGas, shortfall) })
    unjudged = judged.flatMap(({ plan, rest, next, asking, fillingUnits }) => {
      const later = rest.slice(next.length)
      const isPaid = asking !== null && !failing.has(asking)
      return later.length === 0 ? [] : [{ plan, rest: later, fillingUnits: isPaid ? 0n : fillingUnits }]
    })
  }
  for (const plan of plans) {
    plan.send = plan.send.filter((planned) => !failing.has(planned))
    plan.underfunded = plan.underfunded.filter((planned) => !failing.has(planned))
  }
  return [...failing.values()]
}

/**
 * The transactions that can be judged now. The first starving one requests the top-up and pays for it, so those behind
 * it wait for its result.
 */
function nextOf({ plan, rest, fillingUnits }: Unjudged): {
  next: readonly PlannedTransaction[]
  asking: PlannedTransaction | null
} {
  const underfunded = new Set(plan.underfunded)
  const position = fillingUnits > 0n ? rest.findIndex((planned) => underfunded.has(planned)) : -1
  const asking = rest[position] ?? null
  return { next: asking === null ? rest : rest.slice(0, position + 1), asking }
}

/**
 * Plans with the highest possible cost of the top-up that each is about to request; 0 if one is in flight or the
 * platform's own wallet is filled.
 */
async function withFillings(ctx: WorkerCtx, turn: TurnFacts, plans: readonly LanePlan[]): Promise<Unjudged[]> {
  const isAsking = ({ lane, underfunded }: LanePlan) =>
    turn.chain.gasPolicy === 'debited' &&
    underfunded.length > 0 &&
    lane.businessId !== PLATFORM_BUSINESS_ID &&
    !hadTopUpInFlight(turn, lane)
  const worstTopUp = plans.some(isAsking) ? await worstTopUps(ctx, turn.chain) : null
  return Promise.all(
    plans.map(async (plan) => ({
      plan,
      rest: [...plan.send, ...plan.underfunded],
      fillingUnits:
        worstTopUp && isAsking(plan) ? await worstTopUp({ address: plan.lane.address, fees: turn.fees }) : 0n,
    })),
  )
}

/** A planned transaction, and the cost that its hold or reservation has to cover in addition to its own worst fee. */
export type PlannedCover = { planned: PlannedTransaction; extraUnits: bigint }

/**
 * Raises each hold or reservation to the worst case if that is higher. Returns the shortfalls of the transactions that
 * are not covered.
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
  const shortfalls = await coverCosts(chain, short)
  return new Map(
    short.flatMap((cover) => {
      const shortfall = shortfalls.get(cover)
      return shortfall ? [[cover.planned, shortfall] as const] : []
    }),
  )
}

/** The transaction whose hold or reservation pays. */
export type Payer = { id: string; businessId: string; nativePriceE8: bigint | null; gasBudgetMicros: bigint }

/** A transaction, and the amount that its hold or reservation must cover, in native units. */
type Cover = { payer: Payer; worstUnits: bigint }

/**
 * Raises the hold of each transaction, or its reservation if the platform pays, until it covers the cost at the rate of
 * its acceptance. Judges each transaction separately and in the given order. Returns the shortfalls, in the balance or
 * the day's budget, of those that are not covered: never sign these.
 */
export async function coverCosts(chain: Chain, covers: readonly Cover[]): Promise<ReadonlyMap<Cover, Shortfall>> {
  const raises = covers.flatMap((cover) => {
    const toMicros = microsToCover(chain, cover)
    const { id: transactionId, businessId } = cover.payer
    return toMicros === null ? [] : [{ cover, businessId, transactionId, toMicros }]
  })
  if (raises.length === 0) return new Map()
  const raised =
    chain.gasPolicy === 'sponsored'
      ? await raiseReservations(chain.chainId, raises)
      : await inWorker(({ db }) => raiseGas(db, raises))
  return new Map(
    raises.flatMap(({ cover, toMicros }, position) => {
      const outcome = raised[position]
      if (!outcome) throw new Error('a raise has no result')
      if (outcome.isCovered) return []
      const shortfall = {
        unit: 'USD',
        needed: formatUsd(toMicros),
        available: formatUsd(outcome.availableMicros),
      } as const
      return [[cover, shortfall] as const]
    }),
  )
}

/** Null if no hold needs raising. */
function microsToCover(chain: Chain, { payer, worstUnits }: Cover): bigint | null {
  const { businessId, nativePriceE8, gasBudgetMicros } = payer
  // The platform's own transactions need no hold.
  if (businessId === PLATFORM_BUSINESS_ID) return null
  if (chain.gasPolicy === 'sponsored') {
    const toMicros = sponsoredMicrosOf(chain, worstUnits, nativePriceE8)
    return toMicros <= gasBudgetMicros ? null : toMicros
  }
  return nativePriceE8 === null ? null : usdMicrosUp(worstUnits, chain.nativeDecimals, nativePriceE8)
}
