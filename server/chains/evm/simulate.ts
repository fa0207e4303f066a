import type { ShortUnits } from '@/server/money/asset-shortfall'
import type { Chain } from '../registry'
import { callRpcBatch, type RpcAnswer, type RpcCall, RpcUnavailableError } from '../rpc'
import { failureReason } from './failure-reason'
import { classifySendError } from './send-outcome'

/** A call as the wallet would make it; `value` in wei, `to` null where it creates a contract. */
export type SimulatedCall = { from: string; to: string | null; value: bigint; data: string }
/**
 * `gas` is what it takes now. `reason` completes a sentence about the call: `reverted: …`; `short` is there where the value is more than the
 * account holds.
 */
export type Simulation = { ok: true; gas: bigint } | { ok: false; reason: string; short?: ShortUnits }

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
  const answers = await callRpcBatch(
    chain,
    calls.flatMap((call) => [estimateCall(call), balanceCall(call)]),
  )
  return calls.map((call, index) => toSimulation(call, answers[2 * index], answers[2 * index + 1]))
}

/** No gas price is named, so a node asks for the value at most and not for money for gas. */
function estimateCall({ from, to, value, data }: SimulatedCall): RpcCall {
  return {
    method: 'eth_estimateGas',
    params: [{ from, ...(to === null ? {} : { to }), value: `0x${value.toString(16)}`, data }],
  }
}

/** Some nodes let an estimate move what the account does not hold. */
function balanceCall({ from }: SimulatedCall): RpcCall {
  return { method: 'eth_getBalance', params: [from, 'latest'] }
}

function toSimulation(
  { value }: SimulatedCall,
  estimate: RpcAnswer | undefined,
  balance: RpcAnswer | undefined,
): Simulation | null {
  const held = quantityOf(balance)
  if (held !== null && held < value) {
    const short = { neededUnits: value, availableUnits: held }
    return { ok: false, reason: 'would move more than the wallet holds', short }
  }
  if (estimate?.error) {
    const reason = failureReason(estimate.error)
    const short = shortIn(estimate.error.message)
    return reason === null ? null : { ok: false, reason, ...(short ? { short } : {}) }
  }
  const gas = quantityOf(estimate)
  return gas === null || held === null ? null : { ok: true, gas }
}

/** Of a node's words that the account holds too little, the figures; null where it says none. */
function shortIn(message: string): ShortUnits | null {
  const said = /\bhave (\d+),? want (\d+)|\bbalance (\d+), tx cost (\d+)/.exec(message)
  const [held = said?.[3], wanted = said?.[4]] = said?.slice(1, 3) ?? []
  if (held === undefined || wanted === undefined || classifySendError(message) !== 'starved') return null
  return { neededUnits: BigInt(wanted), availableUnits: BigInt(held) }
}

function quantityOf(answer: RpcAnswer | undefined): bigint | null {
  const text = String(answer?.result)
  return /^0x[0-9a-f]+$/i.test(text) ? BigInt(text) : null
}
