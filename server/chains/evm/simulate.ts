import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcAnswer, type RpcCall } from '@/server/chains/rpc'
import { ANSWERED_FALSE } from '@/server/chains/token-texts'
import type { ShortUnits } from '@/server/money/asset-shortfall'
import type { AbiError } from '@/server/text/declaration-tokens'
import { classifySendError } from './classify-send-error'
import { isRefusedTransfer } from './erc20'
import { failureReason } from './failure-reason'
import { readTokenCall } from './read-token-call'

/**
 * A call of a wallet; `value` in wei, `to` null if it creates a contract. `errors` are the errors of the contract that
 * its caller declared.
 */
export type SimulatedCall = {
  from: string
  to: string | null
  value: bigint
  data: string
  errors?: readonly AbiError[] | undefined
}
/**
 * `gas` is the gas that it uses now. `reason` completes a sentence about the call: `reverted: …`. `short` is set if the
 * value exceeds the balance.
 */
export type Simulation = { ok: true; gas: bigint } | { ok: false; reason: string; short?: ShortUnits }

/**
 * The results of calls, each simulated separately at the newest block, in one request; null if the node could not
 * say. A call of an ERC-20 method also fails if the token returns false. Throws RpcUnavailableError when no endpoint
 * answers.
 */
export async function simulateCalls(chain: Chain, calls: readonly SimulatedCall[]): Promise<(Simulation | null)[]> {
  if (calls.length === 0) return []
  const ofTokens = calls.filter(isTokenCall)
  const answers = await callRpcBatch(chain, [
    ...calls.flatMap((call) => [estimateCall(call), balanceCall(call)]),
    ...ofTokens.map(tryCall),
  ])
  const tried = new Map(ofTokens.map((call, n) => [call, answers[2 * calls.length + n]]))
  return calls.map((call, index) => {
    const simulation = toSimulation(call, answers[2 * index], answers[2 * index + 1])
    return simulation?.ok && isRefusedTransfer(String(tried.get(call)?.result)) ? REFUSED : simulation
  })
}

/** The outcome of a call without its gas. A node runs the call once, instead of searching for the lowest gas limit. */
type CallOutcome = { ok: true } | Exclude<Simulation, { ok: true }>

/** Like `simulateCalls`, without the gas of the calls. Throws RpcUnavailableError if no endpoint answers. */
export async function simulateWithoutGas(
  chain: Chain,
  calls: readonly SimulatedCall[],
): Promise<(CallOutcome | null)[]> {
  if (calls.length === 0) return []
  const answers = await callRpcBatch(
    chain,
    calls.flatMap((call) => [tryCall(call), balanceCall(call)]),
  )
  return calls.map((call, index) => {
    const [answer, balance] = [answers[2 * index], answers[2 * index + 1]]
    const failed = toFailure(call, answer, balance)
    if (failed !== undefined) return failed
    const returned = String(answer?.result)
    if (quantityOf(balance) === null || !/^0x([0-9a-f]{2})*$/i.test(returned)) return null
    return isTokenCall(call) && isRefusedTransfer(returned) ? REFUSED : { ok: true }
  })
}

const REFUSED = { ok: false, reason: ANSWERED_FALSE } as const

function isTokenCall({ to, value, data }: SimulatedCall): boolean {
  return to !== null && value === 0n && readTokenCall(data) !== null
}

/** Without a gas price, a node requires the value only and no coins for gas. */
function toParams({ from, to, value, data }: SimulatedCall) {
  return { from, ...(to === null ? {} : { to }), value: `0x${value.toString(16)}`, data }
}

function tryCall(call: SimulatedCall): RpcCall {
  return { method: 'eth_call', params: [toParams(call), 'latest'] }
}

function estimateCall(call: SimulatedCall): RpcCall {
  return { method: 'eth_estimateGas', params: [toParams(call)] }
}

/** Some nodes accept an estimate that moves more than the account holds. */
function balanceCall({ from }: SimulatedCall): RpcCall {
  return { method: 'eth_getBalance', params: [from, 'latest'] }
}

function toSimulation(
  call: SimulatedCall,
  estimate: RpcAnswer | undefined,
  balance: RpcAnswer | undefined,
): Simulation | null {
  const failed = toFailure(call, estimate, balance)
  if (failed !== undefined) return failed
  const gas = quantityOf(estimate)
  return gas === null || quantityOf(balance) === null ? null : { ok: true, gas }
}

/** Null if the node could not say; undefined if the call does not fail. */
function toFailure(
  { value, errors }: SimulatedCall,
  answer: RpcAnswer | undefined,
  balance: RpcAnswer | undefined,
): Exclude<Simulation, { ok: true }> | null | undefined {
  const held = quantityOf(balance)
  if (held !== null && held < value) {
    const short = { neededUnits: value, availableUnits: held }
    return { ok: false, reason: 'would move more than the wallet holds', short }
  }
  if (!answer?.error) return undefined
  const reason = failureReason(answer.error, errors)
  const short = shortIn(answer.error.message)
  return reason === null ? null : { ok: false, reason, ...(short ? { short } : {}) }
}

/** Reads the figures from a node's message that the account holds too little; null if it names none. */
function shortIn(message: string): ShortUnits | null {
  const match = /\bhave (\d+),? want (\d+)|\bbalance (\d+), tx cost (\d+)/.exec(message)
  const [held = match?.[3], needed = match?.[4]] = match?.slice(1, 3) ?? []
  if (held === undefined || needed === undefined || classifySendError(message) !== 'insufficient_funds') return null
  return { neededUnits: BigInt(needed), availableUnits: BigInt(held) }
}

function quantityOf(answer: RpcAnswer | undefined): bigint | null {
  const text = String(answer?.result)
  return /^0x[0-9a-f]+$/i.test(text) ? BigInt(text) : null
}
