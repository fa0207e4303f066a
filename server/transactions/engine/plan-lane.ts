import type { InFlight, Leaving } from './load-in-flight'
import type { Queued } from './load-queue'
import type { Funds } from './read-balances'

/** What carrying it takes at most: `worstFee` in native units, with what a first layer may charge. */
export type Cost = { gasLimit: bigint; worstFee: bigint }
export type Planned = Cost & { queued: Queued }

/** What to do with a lane's queue right now. */
export type Plan = {
  /** To be signed, in order. */
  send: Planned[]
  /** Can never succeed as things stand: nothing of its owner is on the way that could change the balance. */
  fail: { queued: Queued; error: string }[]
  /** Native units the lane lacks for gas of its queue; 0n when it has enough. */
  gasShortUnits: bigint
  /** Waits for what is on the way to be mined before a balance can be judged. */
  waiting: boolean
  /** What is left of the owners' purses: the next lane of the turn plans with these. */
  owners: ReadonlyMap<string, OwnerPurse>
}

/** What a lane can pay gas with, and what an owner can spend, both after everything already on the way. */
export type Purse = {
  /** For gas. Where the platform's float alone may pay, that float. */
  gasUnits: bigint
  /** The lane pays amounts and gas out of one balance. */
  isShared: boolean
}
export type OwnerPurse = { nativeUnits: bigint; tokens: ReadonlyMap<string, bigint>; leaving: number }

/**
 * Decides, from purses at the newest block, how much of a lane's queue can be paid for. Pure.
 * A shortage fails a transaction only when its owner has nothing on the way: a mined transfer whose receipt is not read yet
 * would otherwise be subtracted twice. A lane of one's own keeps its order; a relayer passes over an owner who has to wait.
 */
export function planLane(input: {
  queued: Queued[]
  /** In the order of `queued`. */
  costs: readonly Cost[]
  purse: Purse
  owners: ReadonlyMap<string, OwnerPurse>
}): Plan {
  const owners = new Map([...input.owners].map(([id, purse]) => [id, { ...purse, tokens: new Map(purse.tokens) }]))
  const plan: Plan = { send: [], fail: [], gasShortUnits: 0n, waiting: false, owners }
  let gasLeft = input.purse.gasUnits
  const held = new Set<string>()
  for (const [place, queued] of input.queued.entries()) {
    const owner = owners.get(queued.walletId)
    if (!owner || held.has(queued.walletId)) continue
    const cost = input.costs[place] ?? { gasLimit: 0n, worstFee: 0n }
    const { worstFee } = cost
    const token = queued.tokenAddress
    const nativeAmount = token ? 0n : queued.amountUnits
    const isShort = token ? (owner.tokens.get(token) ?? 0n) < queued.amountUnits : owner.nativeUnits < nativeAmount
    // The gas wallet waits for its refill: a top-up is never given up for want of money.
    const mayFail = queued.type !== 'GAS_TOPUP' && owner.leaving === 0
    if (isShort && mayFail) {
      plan.fail.push({ queued, error: shortageText(queued) })
      continue
    }
    if (isShort) {
      plan.waiting = true
      held.add(queued.walletId)
      continue
    }
    const fromGas = input.purse.isShared ? nativeAmount + worstFee : worstFee
    if (gasLeft < fromGas) {
      plan.gasShortUnits = shortfall(input, place, gasLeft)
      break
    }
    gasLeft -= fromGas
    owner.nativeUnits -= nativeAmount
    if (token) owner.tokens.set(token, (owner.tokens.get(token) ?? 0n) - queued.amountUnits)
    owner.leaving += 1
    plan.send.push({ queued, ...cost })
  }
  return plan
}

/** Gas for everything from `place` on: one top-up then serves the whole queue seen here. */
function shortfall(input: Parameters<typeof planLane>[0], place: number, gasLeft: bigint): bigint {
  const fees = input.costs.slice(place).reduce((sum, { worstFee }) => sum + worstFee, 0n)
  const next = input.queued[place]
  const amount = input.purse.isShared && next?.tokenAddress === null ? next.amountUnits : 0n
  return fees + amount - (gasLeft > 0n ? gasLeft : 0n)
}

type Facts = {
  gasPolicy: 'sponsored' | 'debited'
  inFlight: InFlight | undefined
  leaving: Leaving | undefined
  funds: Funds
  /** Native units the platform put into the wallet for gas. */
  floatUnits: bigint
}

/**
 * The purse of a wallet that carries its own transactions. On a debited chain gas comes out of the platform's float alone, so that
 * what the business pays in USD is never taken from its coins as well.
 */
export function ownPurse(facts: Facts): Purse {
  const fees = facts.inFlight?.worstFees ?? 0n
  if (facts.gasPolicy === 'debited')
    return { gasUnits: facts.floatUnits - (facts.inFlight?.minedFees ?? 0n) - fees, isShared: false }
  return { gasUnits: facts.funds.nativeUnits - fees - (facts.leaving?.nativeUnits ?? 0n), isShared: true }
}

/** What an owner may move: the platform's float is not the owner's. */
export function ownerPurse({ inFlight, leaving, funds, floatUnits }: Omit<Facts, 'gasPolicy'>): OwnerPurse {
  const float = floatUnits - (inFlight?.minedFees ?? 0n)
  return {
    nativeUnits: funds.nativeUnits - (float > 0n ? float : 0n) - (leaving?.nativeUnits ?? 0n),
    tokens: new Map([...funds.tokens].map(([token, units]) => [token, units - (leaving?.tokens[token] ?? 0n)])),
    leaving: leaving?.count ?? 0,
  }
}

function shortageText(queued: Queued): string {
  return queued.tokenAddress
    ? 'The wallet holds less of the token than the transfer moves'
    : 'The wallet holds less than the transfer moves'
}
