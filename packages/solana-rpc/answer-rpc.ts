import { z } from 'zod'
import type { Cluster } from './cluster'
import type { Method } from './method'
import { accountMethods } from './methods/account-methods'
import { chainMethods } from './methods/chain-methods'
import { controlMethods } from './methods/control-methods'
import { historyMethods } from './methods/history-methods'
import { sendMethods } from './methods/send-methods'
import { tokenMethods } from './methods/token-methods'
import { RpcError } from './rpc-error'

const METHODS = new Map<string, Method>(
  Object.entries({
    ...chainMethods,
    ...accountMethods,
    ...tokenMethods,
    ...sendMethods,
    ...historyMethods,
    ...controlMethods,
  }),
)

const call = z.object({
  jsonrpc: z.literal('2.0').optional(),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
})

/** Answers one call or a batch, as JSON text. */
export function answerRpc(cluster: Cluster, body: string): string {
  let given: unknown
  try {
    given = JSON.parse(body)
  } catch {
    return JSON.stringify(failure(null, new RpcError(-32700, 'Parse error')))
  }
  const answer = Array.isArray(given) ? given.map((each) => answerCall(cluster, each)) : answerCall(cluster, given)
  return JSON.stringify(answer)
}

function answerCall(cluster: Cluster, given: unknown) {
  const parsed = call.safeParse(given)
  if (!parsed.success) return failure(null, new RpcError(-32600, 'Invalid request'))
  const { id = null, method, params } = parsed.data
  const run = METHODS.get(method)
  if (!run) return failure(id, new RpcError(-32601, 'Method not found'))
  try {
    return { jsonrpc: '2.0', result: run(cluster, params), id }
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error)
    console.error(`${method} failed`, error)
    return failure(id, new RpcError(-32603, 'Internal error'))
  }
}

function failure(id: string | number | null, { code, message, data }: RpcError) {
  return { jsonrpc: '2.0', error: { code, message, ...(data !== undefined && { data }) }, id }
}
