import { SWEEP_OUTDATED } from '@/server/chains/shortage-texts'
import type { JudgedSweep } from '@/server/engine/load-sweep-facts'
import type { RejectedTransaction } from './fail-queued'
import type { Queued } from './load-queue'
import type { Lane } from './open-lanes'
import { type BalanceClaims, type GasFunds, judgeAmount, type OwnerFunds, sweepableUnits } from './owner-funds'

/**
 * The highest cost of sending it: `worstFee` in native units, which includes `l1FeeUnits`, the maximum fee of a first
 * layer.
 */
export type Cost = { gasLimit: bigint; l1FeeUnits: bigint; worstFee: bigint }
export type PlannedTransaction = Cost & {
  queued: Queued
  /** The amount that must be left in the wallet in addition to its gas, for a sweep of coins that pays its own gas. */
  leavesUnits?: bigint
}

/** A transaction that its owner cannot pay for, and the claims on the balance that led to this verdict. */
export type UnderfundedTransaction = { queued: Queued; claims: BalanceClaims }

/** The next step for a lane's queue. */
export type Plan = {
  /** To be signed, in order. */
  send: PlannedTransaction[]
  /** Their owners can pay, but the lane lacks gas for them or for what comes before them, in order. */
  underfunded: PlannedTransaction[]
  /** Cannot succeed: no pending transaction could raise the balance enough. */
  fail: UnderfundedTransaction[]
  /**
   * Returns of floats whose wallet is no longer idle, or that would overdraw its float. Also sweeps whose wallet sent
   * something since they were judged, so that the free amount is unknown.
   */
  drop: RejectedTransaction[]
  /** The gas funds that are left after `send`. */
  gasLeftUnits: bigint
  /** Something in flight must be mined or become final before a balance can be judged. */
  waiting: boolean
  /** The owners' remaining funds; the next lane of the turn plans with them. */
  owners: ReadonlyMap<string, OwnerFunds>
}

type Input = {
  queued: Queued[]
  /** In the order of `queued`. */
  costs: readonly Cost[]
  gasFunds: GasFunds
  owners: ReadonlyMap<string, OwnerFunds>
  /** The units of its asset that a sweep leaves in its wallet, by transaction id. */
  reserved: ReadonlyMap<string, bigint>
  /** The results of checking sweeps of rules, by transaction id. */
  judged: ReadonlyMap<string, JudgedSweep>
}

/**
 * Decides, from funds at the newest block, how much of a lane's queue can be paid for. Pure. A shortage fails a
 * transaction only when nothing in flight can end it. A wallet's own lane keeps its order. A relayer skips an owner who
 * has to wait, and a gas wallet skips a top-up that it cannot pay yet. A sweep that leaves something waits for
 * everything of its owner that is in flight: a call may take more than its row says.
 */
export function planLane(input: Input): Plan {
  const owners = new Map([...input.owners].map(([id, funds]) => [id, { ...funds }]))
  const plan: Plan = { send: [], underfunded: [], fail: [], drop: [], gasLeftUnits: 0n, waiting: false, owners }
  plan.gasLeftUnits = input.gasFunds.gasUnits
  const held = new Set<string>()
  let isShort = false
  let plannedFees = 0n
  const wait = ({ walletId }: Queued) => {
    plan.waiting = true
    held.add(walletId)
  }
  for (const [index, transaction] of input.queued.entries()) {
    const owner = owners.get(transaction.walletId)
    if (!owner || held.has(transaction.walletId)) continue
    const cost = input.costs[index] ?? { gasLimit: 0n, l1FeeUnits: 0n, worstFee: 0n }
    if (transaction.type === 'FLOAT_RETURN' && !isIdle(input, owner, transaction.amountUnits + cost.worstFee)) {
      plan.drop.push({ id: transaction.id, error: 'The wallet needs its gas again' })
      continue
    }
    const judged = input.judged.get(transaction.id)
    const ownFees = paysGasOfItsOwn(transaction, input.gasFunds) ? plannedFees + cost.worstFee : 0n
    const knownUnits = judged ? judged.freeUnits - leavingUnits(owner, transaction) - ownFees : transaction.amountUnits
    if (judged?.isOutdated || (judged && owner.hasCalls)) {
      plan.drop.push({ id: transaction.id, error: SWEEP_OUTDATED })
      continue
    }
    const reservedUnits = input.reserved.get(transaction.id) ?? 0n
    if (reservedUnits > 0n && owner.outgoing > 0) {
      wait(transaction)
      continue
    }
    const { balanceUnits, claims } = fundsOf(owner, transaction, reservedUnits)
    const gasUnits = paysGasOfItsOwn(transaction, input.gasFunds)
      ? plan.gasLeftUnits - cost.worstFee - reservedUnits
      : null
    const amountUnits =
      transaction.type === 'SWEEP'
        ? sweepableUnits(
            { amountUnits: least(transaction.amountUnits, knownUnits) },
            { balanceUnits, claims, gasUnits },
          )
        : transaction.amountUnits
    const queued = amountUnits === transaction.amountUnits ? transaction : { ...transaction, amountUnits }
    const verdict = isOfPlatform(queued) ? 'covered' : judgeAmount(queued.amountUnits, balanceUnits, claims)
    if (verdict === 'short') {
      plan.fail.push({ queued, claims })
      continue
    }
    if (verdict === 'waits') {
      wait(queued)
      continue
    }
    if (judged && amountUnits > knownUnits) {
      plan.drop.push({ id: transaction.id, error: SWEEP_OUTDATED })
      continue
    }
    const fromGas = cost.worstFee + sharedAmount(queued, input.gasFunds)
    const leavesUnits = paysGasOfItsOwn(queued, input.gasFunds) ? reservedUnits : 0n
    if (isShort || plan.gasLeftUnits < fromGas + leavesUnits) {
      plan.underfunded.push({ queued, ...cost, leavesUnits })
      // The recipient of a top-up does not matter to other transactions: a top-up that is too large for now must not
      // keep them from their gas.
      isShort ||= queued.type !== 'GAS_TOPUP'
    } else {
      plan.gasLeftUnits -= fromGas
      plan.send.push({ queued, ...cost })
    }
    plannedFees += cost.worstFee
    spend(owner, queued)
  }
  return plan
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** The units of its asset that the owner of a transaction has in flight or planned; of coins with their fees. */
function leavingUnits({ tokensOut, nativeOut, ...owner }: OwnerFunds, { tokenAddress }: Queued): bigint {
  if (tokenAddress !== null) return tokensOut.get(tokenAddress) ?? 0n
  return nativeOut + owner.platformUnits - owner.comingUnits - owner.floatUnits
}

/**
 * Native units that the lane lacks for its starving transactions: all their gas, and the amount of the first one with
 * what it leaves if the same wallet pays it.
 */
export function gasShortOf(
  { underfunded: [first, ...later], gasLeftUnits }: Plan,
  gasFunds: Pick<GasFunds, 'isShared'>,
): bigint {
  if (!first) return 0n
  const fees = later.reduce((sum, { worstFee }) => sum + worstFee, first.worstFee)
  const own = sharedAmount(first.queued, gasFunds) + (first.leavesUnits ?? 0n)
  const missing = fees + own - (gasLeftUnits > 0n ? gasLeftUnits : 0n)
  return missing > 0n ? missing : 0n
}

/**
 * The amount, if the wallet that pays the gas also pays the amount. A relayer never pays it; the return of a float
 * always comes from the wallet that pays its gas.
 */
function sharedAmount(queued: Queued, gasFunds: Pick<GasFunds, 'isShared'>): bigint {
  return queued.type === 'FLOAT_RETURN' || paysGasOfItsOwn(queued, gasFunds) ? queued.amountUnits : 0n
}

/** Its coins and its gas come out of one balance. */
function paysGasOfItsOwn(
  { tokenAddress, walletId, laneWalletId }: Queued,
  { isShared }: Pick<GasFunds, 'isShared'>,
): boolean {
  return isShared && tokenAddress === null && walletId === laneWalletId
}

/** Top-ups and returns of floats move the platform's coins: no owner has to have them. */
function isOfPlatform({ type }: Queued): boolean {
  return type === 'GAS_TOPUP' || type === 'FLOAT_RETURN'
}

function isIdle({ queued }: Input, owner: OwnerFunds, takenUnits: bigint): boolean {
  return (
    queued.length === 1 && owner.outgoing === 0 && !owner.isSettling && !owner.isStale && takenUnits <= owner.floatUnits
  )
}

/** A balance at the latest block, and the claims on it that this transaction may not count on. */
function fundsOf(
  owner: OwnerFunds,
  { tokenAddress }: Queued,
  reservedUnits: bigint,
): { balanceUnits: bigint; claims: BalanceClaims } {
  const isMoving = owner.outgoing > 0
  if (tokenAddress !== null) {
    const claimedUnits = (owner.tokensOut.get(tokenAddress) ?? 0n) + reservedUnits
    // An old balance may include units that have left since. A transfer would then revert; a sweep would take units
    // that it must leave.
    const isStale = reservedUnits > 0n && owner.isStale
    const claims = { claimedUnits, comingUnits: 0n, isMoving, isSettling: false, isStale }
    return { balanceUnits: owner.tokens.get(tokenAddress) ?? 0n, claims }
  }
  const { comingUnits, isSettling, isStale } = owner
  const claimedUnits = owner.nativeOut + owner.platformUnits + reservedUnits
  return { balanceUnits: owner.nativeUnits, claims: { claimedUnits, comingUnits, isMoving, isSettling, isStale } }
}

function spend(owner: OwnerFunds, { type, tokenAddress, amountUnits, callData }: Queued): void {
  owner.outgoing += 1
  owner.hasCalls ||= callData !== null
  if (type === 'FLOAT_RETURN') return
  if (tokenAddress === null) owner.nativeOut += amountUnits
  else
    owner.tokensOut = new Map(owner.tokensOut).set(
      tokenAddress,
      (owner.tokensOut.get(tokenAddress) ?? 0n) + amountUnits,
    )
}

/** `leases`: of the wallets whose coins the plan moves through a relayer. */
export type LanePlan = Plan & { lane: Lane; gasFunds: GasFunds; leases: readonly Lane[] }
