import { simulateCalls } from '@/server/chains/evm/simulate'
import { type Failure, failureOf } from '@/server/engine/failure'
import { assetShortfall } from '@/server/money/asset-shortfall'
import type { Doomed } from './fail-queued'
import { callOf } from './gas-limit-of'
import type { LanePlan } from './lane-plan'
import type { Queued } from './load-queue'
import type { Planned } from './plan-lane'
import type { Turn } from './read-turn'

/**
 * Runs planned calls against the newest block before anything is paid for them, a top-up included. A revert ends a transaction only when nothing of its
 * owner is on the way, in flight or planned before it, that could make it succeed; else the lane stops in front of it and looks again.
 */
export async function simulatePlanned(turn: Turn, plans: LanePlan[]): Promise<Doomed[]> {
  const doubtful = plans.flatMap(({ send, starving }) =>
    [...send, ...starving].map(({ queued }) => queued).filter((row) => isDoubtful(turn, row)),
  )
  if (doubtful.length === 0) return []
  const verdicts = await simulateCalls(
    turn.chain,
    doubtful.map((row) => ({ from: row.owner.address, ...callOf(row) })),
  )
  const reverts = new Map<string, Failure>()
  for (const [index, verdict] of verdicts.entries()) {
    const row = doubtful[index]
    if (!row || !verdict || verdict.ok) continue
    const { nativeDecimals: decimals } = turn.chain
    const lacking = verdict.short ? assetShortfall(turn.chain, { tokenAddress: null, decimals }, verdict.short) : null
    reverts.set(row.id, failureOf(`The transaction ${verdict.reason}`, lacking))
  }
  if (reverts.size === 0) return []
  return plans.flatMap((plan) => withoutReverts(turn, plan, reverts))
}

/** Known tokens and the native coin do what their balances say, and there the platform pays; everything else is tried first. */
function isDoubtful({ chain }: Turn, { type, tokenAddress }: Queued): boolean {
  if (type === 'GAS_TOPUP' || type === 'SWEEP' || type === 'DELEGATE') return false
  if (type !== 'TRANSFER' || chain.gasPolicy === 'debited') return true
  return tokenAddress !== null && !chain.tokens.some((token) => token.address === tokenAddress)
}

function withoutReverts(turn: Turn, plan: LanePlan, reverts: Map<string, Failure>): Doomed[] {
  const doomed: Doomed[] = []
  const busy = new Set([...turn.leaving].flatMap(([walletId, { count }]) => (count > 0 ? [walletId] : [])))
  const kept = new Set<Planned>()
  for (const planned of [...plan.send, ...plan.starving]) {
    const { id, walletId } = planned.queued
    const failure = reverts.get(id)
    if (failure === undefined) {
      busy.add(walletId)
      kept.add(planned)
      continue
    }
    if (!busy.has(walletId)) {
      doomed.push({ id, ...failure })
      continue
    }
    plan.waiting = true
    // A lane of one's own keeps its order; what a relayer carries of others goes on.
    if (walletId === plan.lane.walletId) break
  }
  plan.send = plan.send.filter((planned) => kept.has(planned))
  plan.starving = plan.starving.filter((planned) => kept.has(planned))
  return doomed
}
