import { and, eq } from 'drizzle-orm'
import { getAddress } from 'viem'
import { transactions } from '@/db/schema'
import { encodeTransfer } from '@/server/chains/evm/erc20'
import { currentFees, type Fees } from '@/server/chains/evm/fees'
import { transferGasLimit } from '@/server/chains/evm/gas-limit'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { signEvmTransactions } from '@/server/custody/sign'
import { type InFlight, loadInFlight, loadQueue, type Queued } from './load-queue'
import { claimLanes, holdLane, type Lane } from './open-lanes'
import { type Plan, type Planned, planLane } from './plan-lane'
import { type LaneState, readLaneStates } from './read-balances'
import { sendAttempts } from './send-attempts'
import { settle } from './settle'
import { type LaneBatch, storeAttempts } from './store-attempts'
import { requestTopUps } from './top-up'

const WAIT_FOR_GAS_MS = 2_000
const WAIT_FOR_RECEIPTS_MS = 500

/**
 * One turn: takes the lanes that have work, plans what each can pay for, signs, stores, sends. Returns how many were sent or ended.
 * Throws where the chain or the database is out of reach; everything stored before then is found again by the next turn.
 */
export async function fillLanes(ctx: WorkerCtx, chain: Chain, owner: string): Promise<number> {
  const lanes = await claimLanes(ctx, chain.chainId, owner)
  if (lanes.length === 0) return 0
  const inFlight = await loadInFlight(ctx, chain.chainId, lanes)
  const queue = await loadQueue(ctx, chain, lanes, inFlight)
  const ready = lanes.filter((lane) => (queue.get(lane.walletId) ?? []).length > 0)
  if (ready.length === 0) return 0
  const [fees, states] = await Promise.all([currentFees(chain), readLaneStates(chain, ready, queue)])
  const plans = new Map<Lane, Plan>()
  for (const lane of ready) plans.set(lane, await plan(chain, lane, { queue, inFlight, states, fees }))
  const failed = await failHopeless(chain, [...plans.values()])
  await holdShort(ctx, chain, plans)
  const batches = await signPlans(ctx, chain, plans, { states, inFlight, fees })
  if (batches.length === 0) return failed
  const stored = await storeAttempts(chain.chainId, batches)
  await sendAttempts(ctx, chain, stored)
  return stored.length + failed
}

type Facts = {
  queue: Map<string, Queued[]>
  inFlight: Map<string, InFlight>
  states: Map<string, LaneState>
  fees: Fees
}

async function plan(chain: Chain, lane: Lane, facts: Facts): Promise<Plan> {
  const queued = facts.queue.get(lane.walletId) ?? []
  const gasLimits = await Promise.all(queued.map((row) => transferGasLimit(chain, { from: row.fromAddress, ...row })))
  const state = facts.states.get(lane.walletId)
  if (!state) throw new Error('a lane was planned without its balances')
  return planLane({ queued, gasLimits, state, inFlight: facts.inFlight.get(lane.walletId), fees: facts.fees })
}

/** Ends what can never succeed, before any nonce is drawn for it. */
async function failHopeless(chain: Chain, plans: Plan[]): Promise<number> {
  const hopeless = new Map(plans.flatMap((plan) => plan.fail.map(({ id, error }) => [id, error] as const)))
  if (hopeless.size === 0) return 0
  await settle(chain, null, async (db) => {
    const rows = []
    for (const [id, error] of hopeless) {
      const [row] = await db
        .update(transactions)
        .set({ status: 'FAILED', error, finalAt: new Date() })
        .where(and(eq(transactions.id, id), eq(transactions.stage, 'queued'), eq(transactions.status, 'PENDING')))
        .returning()
      if (row) rows.push(row)
    }
    return rows
  })
  return hopeless.size
}

async function holdShort(ctx: WorkerCtx, chain: Chain, plans: Map<Lane, Plan>): Promise<void> {
  const needs = [...plans].flatMap(([lane, { gasShortUnits }]) =>
    gasShortUnits > 0n ? [{ lane, shortUnits: gasShortUnits }] : [],
  )
  const hasGasWallet = await requestTopUps(ctx, chain, needs)
  for (const { lane } of needs) {
    await holdLane(
      ctx,
      lane,
      hasGasWallet ? 'Waiting for gas' : 'No gas wallet is set up on this chain',
      WAIT_FOR_GAS_MS,
    )
  }
  for (const [lane, { waiting }] of plans) {
    if (waiting) await holdLane(ctx, lane, 'Waiting for earlier transactions to be mined', WAIT_FOR_RECEIPTS_MS)
  }
}

async function signPlans(
  ctx: WorkerCtx,
  chain: Chain,
  plans: Map<Lane, Plan>,
  facts: Omit<Facts, 'queue'>,
): Promise<LaneBatch[]> {
  const batches: LaneBatch[] = []
  for (const [lane, { send }] of plans) {
    if (send.length === 0) continue
    const first = firstNonce(lane, facts.states.get(lane.walletId)?.mined ?? 0, facts.inFlight.has(lane.walletId))
    const signed = await signEvmTransactions(
      ctx,
      send.map((planned, place) => signRequest(chain, planned, first + place, facts.fees)),
    )
    const attempts = signed.flatMap(({ hash, raw }, place) => {
      const planned = send[place]
      if (!planned) return []
      const { id: transactionId, businessId, fromAddress } = planned.queued
      return [
        {
          transactionId,
          businessId,
          fromAddress,
          nonce: first + place,
          txHash: hash,
          raw,
          gasLimit: planned.gasLimit,
          ...facts.fees,
        },
      ]
    })
    batches.push({ lane, attempts, nextNonce: first + send.length })
  }
  return batches
}

/** The counter is the truth while anything is in flight; the chain only ever moves it forward. */
function firstNonce(lane: Lane, mined: number, hasInFlight: boolean): number {
  if (lane.nextNonce === null) return mined
  return hasInFlight ? lane.nextNonce : Math.max(lane.nextNonce, mined)
}

function signRequest(chain: Chain, { queued, gasLimit }: Planned, nonce: number, fees: Fees) {
  const { walletId, businessId, seedId, addressIndex, tokenAddress } = queued
  return {
    walletId,
    businessId,
    seedId,
    addressIndex,
    expectedAddress: queued.fromAddress,
    transaction: {
      chainId: chain.chainId,
      nonce,
      to: getAddress(tokenAddress ?? queued.toAddress),
      value: tokenAddress ? 0n : queued.amountUnits,
      data: tokenAddress ? encodeTransfer(queued.toAddress, queued.amountUnits) : ('0x' as const),
      gas: gasLimit,
      ...fees,
    },
  }
}
