import { sql } from 'drizzle-orm'
import { LeaseLostError } from '@/db/lease'
import { isExpectedError } from '@/server/alarms/process-rows'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import { callGasOf } from '@/server/chains/evm/operation-gas'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import { callRpc, readResult } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import type { LaneOrder, LaneTerms } from '@/server/engine/signing/orders'
import { signer } from '@/server/engine/signing/signer'
import { ownGasLimitOf, usesRelayer } from './gas-limit-of'
import { type Lane, pauseLanes } from './open-lanes'
import type { LanePlan, PlannedTransaction } from './plan-lane'
import type { TurnFacts } from './read-turn-facts'
import { sendAttempts } from './send-attempts'

const SIGNED_PER_WRITE = 100
const WAIT_FOR_OPERATOR_MS = 30_000

/**
 * Signs, stores and sends the planned transactions, in batches: the next batch is signed while one is sent. Returns the
 * number sent. If a share cannot be signed or stored, it throws that error (LeaseLostError, a database error) after the
 * other shares are sent.
 */
export async function sendPlanned(ctx: WorkerCtx, turn: TurnFacts, plans: LanePlan[]): Promise<number> {
  let signing: Promise<unknown> = Promise.resolve()
  const shares = sharesOf(plans).map((share) => {
    const signed = signing.then(() => signShare(turn, share))
    signing = signed.catch(() => {})
    return signed.then((lanes) => send(ctx, turn, share, lanes))
  })
  let sent = 0
  for (const outcome of await Promise.allSettled(shares)) {
    if (outcome.status === 'rejected') throw outcome.reason
    sent += outcome.value
  }
  return sent
}

/** A share contains whole lanes, because the transactions of a lane must arrive in order. */
function sharesOf(plans: LanePlan[]): LanePlan[][] {
  const shares: LanePlan[][] = []
  let room = 0
  for (const plan of plans) {
    if (plan.send.length === 0) continue
    if (room <= 0) {
      shares.push([])
      room = SIGNED_PER_WRITE
    }
    shares.at(-1)?.push(plan)
    room -= plan.send.length
  }
  return shares
}

async function signShare(turn: TurnFacts, plans: readonly LanePlan[], { isTrial = false } = {}) {
  const orders = await Promise.all(plans.map((plan) => orderLane(turn, plan)))
  return signer().signLanes({ chainId: turn.chain.chainId, isTrial, orders })
}

async function send(
  ctx: WorkerCtx,
  turn: TurnFacts,
  plans: readonly LanePlan[],
  { stored, failed }: Awaited<ReturnType<typeof signShare>>,
): Promise<number> {
  if (stored.length > 0) await sendAttempts(ctx, turn.chain, stored)
  for (const { walletId, error } of failed)
    for (const plan of plans.filter(({ lane }) => lane.walletId === walletId))
      await pauseUnsigned(ctx, turn, plan, error)
  return stored.length
}

/**
 * Pauses a lane that cannot be signed for, for example because its seed does not decrypt, so that the others continue.
 */
async function pauseUnsigned(ctx: WorkerCtx, turn: TurnFacts, plan: LanePlan, error: unknown): Promise<void> {
  // The error names a single transaction by its id. If others of the lane can be signed, the error concerns only some
  // of them.
  if (isExpectedError(error) || plan.send.length === 1 || (await canSignAny(turn, plan))) throw error
  const { chainId, address } = plan.lane
  const message = `Transactions of ${address} cannot be signed: ${error instanceof Error ? error.message : 'unknown cause'}`
  await raiseAlarm(ctx.db, { kind: 'needs_operator', chainId, subject: address, message })
  const pause = { lane: plan.lane, reason: 'Cannot be signed; an operator was notified', pauseMs: WAIT_FOR_OPERATOR_MS }
  await pauseLanes(ctx, [pause])
}

async function canSignAny(turn: TurnFacts, plan: LanePlan): Promise<boolean> {
  for (const planned of plan.send) {
    const { failed } = await signShare(turn, [{ ...plan, send: [planned] }], { isTrial: true })
    const [problem] = failed
    if (!problem) return true
    if (isExpectedError(problem.error)) throw problem.error
  }
  return false
}

/**
 * The order for a signer to sign the planned transactions of a lane, from its next nonce on. Throws
 * RpcUnavailableError, RpcError.
 */
async function orderLane(turn: TurnFacts, { lane, leases, send }: LanePlan): Promise<LaneOrder> {
  return {
    lane: leaseOf(lane),
    leases: leases.map(leaseOf),
    firstNonce: firstNonce(turn, lane),
    ...turn.fees,
    send: await Promise.all(send.map((planned) => termsOf(turn, planned))),
  }
}

function leaseOf({ walletId, fence }: Lane) {
  return { walletId, fence }
}

/** While anything is in flight, the lane's counter decides. Otherwise the chain's count applies if it is higher. */
function firstNonce({ state, inFlight }: TurnFacts, lane: Lane): number {
  const mined = state.mined.get(lane.address) ?? 0
  if (lane.nextNonce === null) return mined
  return (inFlight.get(lane.walletId)?.count ?? 0) > 0 ? lane.nextNonce : Math.max(lane.nextNonce, mined)
}

async function termsOf({ chain }: TurnFacts, { queued, gasLimit, l1FeeUnits }: PlannedTransaction): Promise<LaneTerms> {
  const callGas = usesRelayer(queued) ? callGasOf(await ownGasLimitOf(chain, queued)) : null
  const accountNonce = queued.type === 'DELEGATE' ? await nonceOf({ chain }, queued.toAddress) : null
  return { transactionId: queued.id, gasLimit, l1FeeUnits, callGas, accountNonce }
}

async function nonceOf({ chain }: Pick<TurnFacts, 'chain'>, address: string): Promise<number> {
  return Number(readResult(quantity, await callRpc(chain, 'eth_getTransactionCount', [address, 'latest'])))
}

/**
 * Stores the amounts of planned sweeps before they are signed, and scales their USD value to match. It writes under the
 * fences of the lanes, so that a row always matches its signed bytes. Throws LeaseLostError if a lane was taken over.
 */
export async function storeSweepAmounts({ db }: WorkerCtx, plans: readonly LanePlan[]): Promise<void> {
  const swept = plans.flatMap(({ lane, send }) =>
    send.flatMap(({ queued }) =>
      queued.type === 'SWEEP'
        ? [
            {
              id: queued.id,
              units: queued.amountUnits.toString(),
              lane_id: lane.walletId,
              chain_id: lane.chainId,
              fence: lane.fence,
            },
          ]
        : [],
    ),
  )
  if (swept.length === 0) return
  const fixed = await db.execute(sql`
    with requested as (
      select * from jsonb_to_recordset(${JSON.stringify(swept)}::jsonb) as w(id uuid, units numeric, lane_id uuid, chain_id int, fence int)
    ), held as (
      select l.wallet_id from lanes l
      where exists (select 1 from requested w where l.chain_id = w.chain_id and l.wallet_id = w.lane_id and l.fence = w.fence)
      order by l.wallet_id for no key update
    )
    update transactions t set amount_units = w.units, updated_at = now(),
      value_usd_micros = trunc(t.value_usd_micros * w.units / t.amount_units)
    from requested w join held h on h.wallet_id = w.lane_id
    where t.id = w.id and t.stage = 'queued' and t.status = 'PENDING'
    returning t.id`)
  if (fixed.length < swept.length) throw new LeaseLostError('a lane was taken over before its sweeps were signed')
}
