import { raiseAlarm } from '@/server/alarms/raise-alarm'
import { isForeseen } from '@/server/alarms/work-on-rows'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import type { LanePlan } from './lane-plan'
import { pauseLanes } from './open-lanes'
import type { Turn } from './read-turn'
import { sendAttempts } from './send-attempts'
import { signLane } from './sign-lane'
import { type LaneBatch, storeAttempts } from './store-attempts'

const SIGNED_PER_WRITE = 100
const WAIT_FOR_OPERATOR_MS = 30_000

/**
 * Signs what the plans send, stores it, sends it; while one share is stored and sent the next is signed. Returns how many were sent.
 * Throws what kept a share from being signed or stored (LeaseLostError, a database out of reach) once the other shares are out.
 */
export async function sendPlanned(ctx: WorkerCtx, turn: Turn, plans: LanePlan[]): Promise<number> {
  let signing: Promise<unknown> = Promise.resolve()
  const shares = sharesOf(plans).map((share) => {
    const signed = signing.then(() => signShare(ctx, turn, share))
    signing = signed.catch(() => {})
    return signed.then((batches) => storeAndSend(ctx, turn.chain, batches))
  })
  let sent = 0
  for (const outcome of await Promise.allSettled(shares)) {
    if (outcome.status === 'rejected') throw outcome.reason
    sent += outcome.value
  }
  return sent
}

/** Whole lanes together, because what a lane sends must arrive in order. */
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

async function signShare(ctx: WorkerCtx, turn: Turn, plans: LanePlan[]): Promise<LaneBatch[]> {
  const batches: LaneBatch[] = []
  for (const plan of plans) batches.push(...(await signOrPause(ctx, turn, plan)))
  return batches
}

async function storeAndSend(ctx: WorkerCtx, chain: Chain, batches: LaneBatch[]): Promise<number> {
  if (batches.length === 0) return 0
  faultPoint('lane-after-sign')
  const stored = await storeAttempts(chain.chainId, batches)
  faultPoint('lane-after-store')
  await sendAttempts(ctx, chain, stored)
  return stored.length
}

/** One lane that cannot be signed for (a seed that does not open, say) must not stop the others. */
async function signOrPause(ctx: WorkerCtx, turn: Turn, plan: LanePlan): Promise<LaneBatch[]> {
  try {
    return [await signLane(ctx, turn, plan)]
  } catch (error) {
    // A single one is told of by its own id; where others of the lane can be signed, the error is about some of them.
    if (isForeseen(error) || plan.send.length === 1 || (await canSignAny(ctx, turn, plan))) throw error
    const { chainId, address } = plan.lane
    const message = `Transactions of ${address} cannot be signed: ${error instanceof Error ? error.message : 'unknown cause'}`
    await raiseAlarm(ctx.db, { kind: 'needs_operator', chainId, subject: address, message })
    const pause = { lane: plan.lane, reason: 'Cannot be signed; an operator was told', pauseMs: WAIT_FOR_OPERATOR_MS }
    await pauseLanes(ctx, [pause])
    return []
  }
}

/** Signing alone sends nothing. */
async function canSignAny(ctx: WorkerCtx, turn: Turn, plan: LanePlan): Promise<boolean> {
  for (const planned of plan.send) {
    const isSigned = await signLane(ctx, turn, { ...plan, send: [planned] }).then(
      () => true,
      (error: unknown) => {
        if (isForeseen(error)) throw error
        return false
      },
    )
    if (isSigned) return true
  }
  return false
}
