import type { Fees } from '@/server/chains/evm/fees'
import type { InFlight, Queued } from './load-queue'
import type { LaneState } from './read-balances'

export type Planned = { queued: Queued; gasLimit: bigint }

/** What to do with a lane's queue right now. */
export type Plan = {
  /** To be signed, in order. */
  send: Planned[]
  /** Can never succeed as things stand, for certain: nothing is in flight that could change the balance. */
  fail: { id: string; error: string }[]
  /** Native units the wallet lacks for gas of its queue; 0n when it has enough. */
  gasShortUnits: bigint
  /** Waits for what is in flight to be mined before its balance can be judged. */
  waiting: boolean
}

const NOTHING: InFlight = { walletId: '', count: 0, nativeUnits: 0n, tokens: {} }

/**
 * Decides, from balances at the newest block and what is already in flight, how much of a lane's queue can be paid for. Pure.
 * A shortage fails a transaction only when the lane has nothing in flight: a mined transfer whose receipt is not read yet
 * would otherwise be subtracted twice.
 */
export function planLane(input: {
  queued: Queued[]
  gasLimits: readonly bigint[]
  state: LaneState
  inFlight: InFlight | undefined
  fees: Fees
}): Plan {
  const flying = input.inFlight ?? NOTHING
  const plan: Plan = { send: [], fail: [], gasShortUnits: 0n, waiting: false }
  let nativeLeft = input.state.nativeUnits - flying.nativeUnits
  const tokensLeft = new Map(
    [...input.state.tokens].map(([token, units]) => [token, units - (flying.tokens[token] ?? 0n)] as const),
  )
  for (const [place, queued] of input.queued.entries()) {
    const gasLimit = input.gasLimits[place] ?? 0n
    const worstFee = gasLimit * input.fees.maxFeePerGas
    const tokenLeft = queued.tokenAddress ? (tokensLeft.get(queued.tokenAddress) ?? 0n) : 0n
    const nativeAmount = queued.tokenAddress ? 0n : queued.amountUnits
    const isShort = queued.tokenAddress ? tokenLeft < queued.amountUnits : nativeLeft < nativeAmount
    // The gas wallet waits for its refill: a top-up is never given up for want of money.
    const mayFail = queued.type !== 'GAS_TOPUP' && flying.count + plan.send.length === 0
    if (isShort && mayFail) {
      plan.fail.push({ id: queued.id, error: shortageText(queued) })
      continue
    }
    if (isShort) {
      plan.waiting = true
      break
    }
    if (nativeLeft < nativeAmount + worstFee) {
      plan.gasShortUnits = shortfall(input, place, nativeLeft)
      break
    }
    nativeLeft -= nativeAmount + worstFee
    if (queued.tokenAddress) tokensLeft.set(queued.tokenAddress, tokenLeft - queued.amountUnits)
    plan.send.push({ queued, gasLimit })
  }
  return plan
}

/** Gas for everything from `place` on: one top-up then serves the whole queue seen here. */
function shortfall(input: Parameters<typeof planLane>[0], place: number, nativeLeft: bigint): bigint {
  const fees = input.gasLimits.slice(place).reduce((sum, gasLimit) => sum + gasLimit * input.fees.maxFeePerGas, 0n)
  const amount = input.queued[place]?.tokenAddress === null ? (input.queued[place]?.amountUnits ?? 0n) : 0n
  return fees + amount - (nativeLeft > 0n ? nativeLeft : 0n)
}

function shortageText(queued: Queued): string {
  return queued.tokenAddress
    ? 'The wallet holds less of the token than the transfer moves'
    : 'The wallet holds less than the transfer moves'
}
