import type { Chain } from '../registry'
import { callRpcBatch, type RpcAnswer, type RpcCall, RpcUnavailableError } from '../rpc'
import { failureReason } from './failure-reason'

/** A call as the wallet would make it; `value` in wei. */
export type SimulatedCall = { from: string; to: string; value: bigint; data: string }
/** `gas` is what it takes now. `reason` completes a sentence about the call: `reverted: …`. */
export type Simulation = { ok: true; gas: bigint } | { ok: false; reason: string }

/** What would come of a call at the newest block. Throws RpcUnavailableError where the chain does not tell. */
export async function simulateCall(chain: Chain, call: SimulatedCall): Promise<Simulation> {
  const [simulation] = await simulateCalls(chain, [call])
  if (!simulation) throw new RpcUnavailableError(`chain ${chain.chainId} could not simulate a call`)
  return simulation
}

/**
 * The same for many calls, each on its own at the newest block, in one request; null where the node could not tell.
 * Throws RpcUnavailableError when no endpoint answers.
 */
export async function simulateCalls(chain: Chain, calls: readonly SimulatedCall[]): Promise<(Simulation | null)[]> {
  if (calls.length === 0) return []
  const answers = await callRpcBatch(chain, calls.map(estimateCall))
  return calls.map((_, place) => toSimulation(answers[place]))
}

/** No gas price is named, so a node asks for the value only and not for money for gas. */
function estimateCall({ from, to, value, data }: SimulatedCall): RpcCall {
  return { method: 'eth_estimateGas', params: [{ from, to, value: `0x${value.toString(16)}`, data }] }
}

function toSimulation(answer: RpcAnswer | undefined): Simulation | null {
  if (!answer) return null
  if (answer.error) {
    const reason = failureReason(answer.error)
    return reason === null ? null : { ok: false, reason }
  }
  const gas = String(answer.result)
  return /^0x[0-9a-f]+$/i.test(gas) ? { ok: true, gas: BigInt(gas) } : null
}
