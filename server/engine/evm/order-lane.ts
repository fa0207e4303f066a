import { callGasOf } from '@/server/chains/evm/operation-gas'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import { callRpc, readResult } from '@/server/chains/rpc'
import type { LaneOrder, LaneTerms } from '@/server/engine/signing/orders'
import { ownGasLimitOf, usesRelayer } from './gas-limit-of'
import type { LanePlan } from './lane-plan'
import type { Lane } from './open-lanes'
import type { PlannedTransaction } from './plan-lane'
import type { TurnFacts } from './read-turn'

/**
 * The order for a signer to sign the planned transactions of a lane, from its next nonce on. Throws
 * RpcUnavailableError, RpcError.
 */
export async function orderLane(turn: TurnFacts, { lane, leases, send }: LanePlan): Promise<LaneOrder> {
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
