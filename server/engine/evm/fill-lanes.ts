import { blockedText } from '@/schemas/screening/words'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { isolateRows, listOpen, type TransactionSelection } from '@/server/engine/isolate-rows'
import { faultPoint } from '@/server/fault-point'
import { requestTopUps } from '@/server/platform/top-up'
import { findBlockedRows } from '@/server/screening/find-blocked'
import { assignRelayers } from './assign-relayers'
import { coverHolds } from './cover-holds'
import { failQueued, type RejectedTransaction } from './fail-queued'
import { usesRelayer } from './gas-limit-of'
import { loadInFlight } from './load-in-flight'
import { loadQueue, type Queued } from './load-queue'
import { claimLanes, claimOwners, type Lane, type Pause, pauseLanes, releaseOwners } from './open-lanes'
import { type OwnerFunds, ownerFunds, ownGasFunds } from './owner-funds'
import { gasShortOf, type LanePlan, planLane } from './plan-lane'
import { proveShortage } from './prove-shortage'
import { movesCoins } from './read-balances'
import { costOf, factsOf, hadTopUpInFlight, readTurnFacts, type TurnFacts } from './read-turn-facts'
import { attachExecuted, findExecuted } from './recovery/attach-executed'
import { holdRepeatedTransactions } from './recovery/hold-repeated-transactions'
import { pauseUnexplained } from './recovery/pause-unexplained'
import { sendPlanned, storeSweepAmounts } from './send-planned'
import { simulatePlanned } from './simulate-planned'

const WAIT_FOR_GAS_MS = 2_000
const WAIT_FOR_RECEIPTS_MS = 500
const WAITS = 'Waiting for earlier transactions of the wallet, or its top-up, to be confirmed'

/**
 * One turn: takes the lanes that have work, plans what each can pay for, simulates, signs, stores, sends. Returns the
 * number of sent and ended transactions. Throws if the chain or the database is unreachable; the next turn finds
 * everything that was stored before.
 */
export async function fillLanes(ctx: WorkerCtx, chain: Chain, owner: string): Promise<number> {
  const list = () => listOpen(ctx, chain.chainId, ['queued'])
  await isolateRows(ctx, chain.chainId, { list, work: (only) => assignRelayers(ctx, chain, only) })
  const counts = await isolateRows(ctx, chain.chainId, { list, work: (only) => fill(ctx, chain, { owner, only }) })
  return counts.reduce((sum, count) => sum + count, 0)
}

async function fill(
  ctx: WorkerCtx,
  chain: Chain,
  { owner, only }: { owner: string; only: TransactionSelection },
): Promise<number> {
  const lanes = await claimLanes(ctx, chain.chainId, { owner, only })
  if (lanes.length === 0) return 0
  const inFlight = await loadInFlight(ctx, chain.chainId, lanes)
  const queue = await loadQueue(ctx, chain, lanes, {
    inFlight: (walletId) => inFlight.get(walletId)?.count ?? 0,
    only,
  })
  await holdRepeatedTransactions(ctx, chain, queue)
  await dropBlocked(ctx, chain, queue)
  const leases = await leaseOwners(ctx, chain, { owner, queue })
  const queuedLanes = lanes.filter((lane) => (queue.get(lane.walletId) ?? []).length > 0)
  const ready = await pauseUnexplained(ctx, chain, queuedLanes)
  if (ready.length === 0) return 0
  const queued = ready.flatMap(({ walletId }) => queue.get(walletId) ?? [])
  const turn = await readTurnFacts(ctx, chain, { lanes: ready, queued, inFlight })
  const plans = await planTurn(turn, { lanes: ready, queue, leases })
  faultPoint('lane-after-plan')
  const failing = await withoutExecuted(ctx, chain, [
    ...plans.flatMap((each) => each.drop),
    ...(await proveShortage(
      chain,
      plans.flatMap((each) => each.fail),
    )),
    ...(await simulatePlanned(ctx, turn, plans)),
    ...(await coverHolds(ctx, turn, plans)),
  ])
  await failQueued(chain, failing)
  await storeSweepAmounts(ctx, plans)
  await pauseShort(ctx, turn, plans)
  const sent = await sendPlanned(ctx, turn, plans)
  await releaseOwners(
    ctx,
    chain.chainId,
    leases.filter(({ walletId }) => !lanes.some((lane) => lane.walletId === walletId)),
  )
  return sent + failing.length
}

/** Ends transactions that name an address blocked since they were accepted, and takes them out of the queue. */
async function dropBlocked(ctx: WorkerCtx, chain: Chain, queue: Map<string, Queued[]>): Promise<void> {
  const blocked = await findBlockedRows(ctx, [...queue.values()].flat())
  if (blocked.size === 0) return
  const failing = [...blocked].map(([id, address]) => ({ id, error: blockedText(address) }))
  await failQueued(chain, await withoutExecuted(ctx, chain, failing))
  for (const [laneId, rows] of queue)
    queue.set(
      laneId,
      rows.filter(({ id }) => !blocked.has(id)),
    )
}

/**
 * Attaches transactions that the chain has already executed to that execution, instead of failing them for what their
 * wallet lacks now. Returns the others.
 */
async function withoutExecuted(
  ctx: WorkerCtx,
  chain: Chain,
  failing: readonly RejectedTransaction[],
): Promise<readonly RejectedTransaction[]> {
  const executed = await findExecuted(ctx, chain, { transactionIds: failing.map(({ id }) => id), asOf: 0n })
  await attachExecuted(ctx, chain, executed)
  return failing.filter(({ id }) => !executed.has(id))
}

/**
 * Takes transactions out of the queue that move coins or tokens of wallets that another process plans with. Otherwise
 * two processes could count on the same coins, or on the platform's.
 */
async function leaseOwners(
  ctx: WorkerCtx,
  { chainId }: Chain,
  { owner, queue }: { owner: string; queue: Map<string, Queued[]> },
): Promise<Lane[]> {
  const movesFunds = (row: Queued) => usesRelayer(row) && (row.tokenAddress !== null || movesCoins(row))
  const walletIds = [...queue.values()].flat().flatMap((row) => (movesFunds(row) ? row.walletId : []))
  const leases = await claimOwners(ctx, chainId, { owner, walletIds })
  const leased = new Set(leases.map(({ walletId }) => walletId))
  for (const [laneId, rows] of queue)
    queue.set(
      laneId,
      rows.filter((row) => !movesFunds(row) || leased.has(row.walletId)),
    )
  return leases
}

/** Plans one lane after another, so that two relayers cannot both count on the same money of an owner. */
async function planTurn(
  turn: TurnFacts,
  { lanes, queue, leases }: { lanes: Lane[]; queue: Map<string, Queued[]>; leases: Lane[] },
): Promise<LanePlan[]> {
  const ownersFunds = new Map<string, OwnerFunds>()
  const plans: LanePlan[] = []
  for (const lane of lanes) {
    const queued = queue.get(lane.walletId) ?? []
    const costs = await Promise.all(queued.map((row) => costOf(turn, row)))
    const owners = new Map(
      queued.map((row) => [row.walletId, ownersFunds.get(row.walletId) ?? ownerFunds(factsOf(turn, row.owner))]),
    )
    const gasFunds = ownGasFunds(factsOf(turn, lane, lane))
    const plan = planLane({ queued, costs, gasFunds, owners, reserved: turn.reserved, judged: turn.judged })
    for (const [walletId, funds] of plan.owners) ownersFunds.set(walletId, funds)
    const moved = new Set(queued.filter(usesRelayer).map((row) => row.walletId))
    plans.push({ lane, gasFunds, leases: leases.filter(({ walletId }) => moved.has(walletId)), ...plan })
  }
  return plans
}

async function pauseShort(ctx: WorkerCtx, turn: TurnFacts, plans: LanePlan[]): Promise<void> {
  const needs = plans.flatMap((plan) => {
    const shortUnits = gasShortOf(plan, plan.gasFunds)
    return shortUnits > 0n
      ? [{ lane: plan.lane, shortUnits, servedTransactionId: plan.underfunded[0]?.queued.id ?? null }]
      : []
  })
  const hasGasWallet = await requestTopUps(
    ctx,
    turn.chain,
    needs.filter(({ lane }) => !hadTopUpInFlight(turn, lane)),
  )
  faultPoint('topup-after-request')
  const reason = hasGasWallet ? 'Waiting for gas' : 'No gas wallet is set up on this chain'
  const short = new Set(needs.map(({ lane }) => lane))
  const pauses: Pause[] = needs.map(({ lane }) => ({ lane, reason, pauseMs: WAIT_FOR_GAS_MS }))
  for (const { lane, waiting } of plans) {
    if (waiting && !short.has(lane)) pauses.push({ lane, reason: WAITS, pauseMs: WAIT_FOR_RECEIPTS_MS })
  }
  await pauseLanes(ctx, pauses)
}
