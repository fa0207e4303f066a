import { type Hex, keccak256 } from 'viem'
import { z } from 'zod'
import type { FaultBook } from './fault-proxy-faults'

export type Call = { id: number | string | null; method: string; params: unknown[] }
type Reply = Record<string, unknown>
/** Asks the node behind; one reply a call, null if it left one out. */
export type Forward = (calls: Pick<Call, 'method' | 'params'>[]) => Promise<(Reply | null)[]>

/** A call to pass on, with a change of its result; or an answer without a call. */
type Plan =
  | { forward: Pick<Call, 'method' | 'params'>; edit?: (result: unknown) => unknown }
  | { forward: null; reply: Reply }

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform((hex) => BigInt(hex))
const mined = z.looseObject({ blockNumber: quantity.nullish() })

/**
 * Answers calls in their order, one reply each with the call's own id. Rejects where the node behind does not answer.
 */
export async function answerCalls(calls: Call[], book: FaultBook, forward: Forward): Promise<Reply[]> {
  const lag = book.strikes(
    'laggingHead',
    calls.map(({ method }) => method),
  )
  const oldHead = lag ? await headBefore(lag.blocks, forward) : null
  const plans = calls.map((call) => planCall(call, book, oldHead))
  const open = plans.flatMap((plan) => (plan.forward ? [plan.forward] : []))
  const answers = open.length > 0 ? await forward(open) : []
  let next = 0
  return calls.map(({ id }, index) => {
    const plan = plans[index]
    if (!plan?.forward) return { jsonrpc: '2.0', id, ...plan?.reply }
    const answer = answers[next++]
    if (!answer) throw new Error('the node behind left a call unanswered')
    if (!('result' in answer) || !plan.edit) return { ...answer, id }
    return { jsonrpc: '2.0', id, result: plan.edit(answer.result) }
  })
}

function planCall(call: Call, book: FaultBook, oldHead: bigint | null): Plan {
  const { method, params } = call
  const methods = [method]
  const error = book.strikes('errors', methods)
  if (error) return refusal(error.code ?? -32603, error.message ?? 'Internal error')
  if (book.strikes('droppedSends', methods)) return answered(keccak256(z.custom<Hex>().parse(params[0])))
  if (book.strikes('nullReceipts', methods) || book.strikes('nullBlocks', methods)) return answered(null)
  if (book.strikes('emptyLogs', methods)) return answered([])
  if (book.strikes('missingLogs', methods) || book.strikes('missingReceipts', methods))
    return { forward: { method, params }, edit: withoutOne }
  const wrong = book.strikes('wrongChain', methods)
  if (wrong) return answered(method === 'net_version' ? String(wrong.chainId) : toHex(BigInt(wrong.chainId)))
  const stale = book.strikes('staleNonce', methods)
  if (stale) return { forward: { method, params }, edit: (result) => toHex(lessBy(result, BigInt(stale.behind))) }
  return oldHead === null ? { forward: { method, params } } : planLagging(call, oldHead)
}

/** Plans a call to a node that is behind: it answers as if `oldHead` were its latest block. */
function planLagging({ method, params }: Call, oldHead: bigint): Plan {
  if (method === 'eth_blockNumber') return answered(toHex(oldHead))
  if (/^eth_get(Block|Header)/.test(method) && isAfter(params[0], oldHead)) return answered(null)
  if (method === 'eth_getLogs') return { forward: { method, params }, edit: (result) => loggedUpTo(result, oldHead) }
  const forward = { method, params: params.map((param) => (isNewest(param) ? toHex(oldHead) : param)) }
  const isReceipt = method === 'eth_getTransactionReceipt'
  if (!isReceipt && !/^eth_getTransactionBy|^eth_getBlockByHash/.test(method)) return { forward }
  return { forward, edit: (result) => (isMinedAfter(result, oldHead) ? null : result) }
}

/** A list without its middle item. */
function withoutOne(result: unknown): unknown {
  if (!Array.isArray(result)) return result
  const middle = Math.floor(result.length / 2)
  return result.filter((_, n) => n !== middle)
}

function loggedUpTo(result: unknown, oldHead: bigint): unknown {
  return Array.isArray(result) ? result.filter((log) => !isMinedAfter(log, oldHead)) : result
}

function isNewest(param: unknown): boolean {
  return typeof param === 'string' && ['latest', 'pending', 'safe', 'finalized'].includes(param)
}

function isAfter(block: unknown, oldHead: bigint): boolean {
  const number = quantity.safeParse(block)
  return number.success && String(block).length < 66 && number.data > oldHead
}

function isMinedAfter(result: unknown, oldHead: bigint): boolean {
  const read = mined.safeParse(result)
  return read.success && typeof read.data.blockNumber === 'bigint' && read.data.blockNumber > oldHead
}

async function headBefore(blocks: number, forward: Forward): Promise<bigint> {
  const [answer] = await forward([{ method: 'eth_blockNumber', params: [] }])
  return lessBy(answer?.result, BigInt(blocks))
}

function lessBy(result: unknown, by: bigint): bigint {
  const value = quantity.parse(result)
  return value > by ? value - by : 0n
}

function answered(result: unknown): Plan {
  return { forward: null, reply: { result } }
}

function refusal(code: number, message: string): Plan {
  return { forward: null, reply: { error: { code, message } } }
}

function toHex(value: bigint): string {
  return `0x${value.toString(16)}`
}
