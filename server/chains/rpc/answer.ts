import type { z } from 'zod'

export type RpcCall = { method: string; params: unknown[] }
/** A node's answer to one call: a result or an error. */
export type RpcAnswer =
  | { result: unknown; error?: undefined }
  | { result?: undefined; error: { code: number; message: string; data?: unknown } }

/** No usable answer arrived. Repeat a read; the outcome of a send is unknown. */
export class RpcUnavailableError extends Error {
  override readonly name = 'RpcUnavailableError'
}

/** The node answered with an error. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(answer: { code: number; message: string; data?: unknown }) {
    super(answer.message)
    this.code = answer.code
    this.data = answer.data
  }
}

/** The result of an answer. Throws RpcError, RpcUnavailableError. */
export function resultOf(answer: RpcAnswer | undefined): unknown {
  if (!answer) throw new RpcUnavailableError('the node left a call of a batch unanswered')
  if (answer.error) throw new RpcError(answer.error)
  return answer.result
}

/**
 * The result of a call, of this shape. Throws RpcError, RpcUnavailableError: also where the node talks nonsense, since
 * another may not.
 */
export function readAnswer<Shape extends z.ZodType>(shape: Shape, answer: RpcAnswer | undefined): z.output<Shape> {
  return readResult(shape, resultOf(answer))
}

/** Reads a result that was taken out of its answer already. */
export function readResult<Shape extends z.ZodType>(shape: Shape, result: unknown): z.output<Shape> {
  const { success, data, error } = shape.safeParse(result)
  if (success) return data
  const [issue] = error.issues
  const where = issue?.path.length ? ` at ${issue.path.join('.')}` : ''
  throw new RpcUnavailableError(`a node returned an invalid response${where}: ${issue?.message ?? 'not readable'}`)
}

const RATE_LIMIT_CODES = [-32005, -32029, 429]
const RATE_LIMIT_TEXT =
  /rate.?limit|too many requests|request limit|requests? per second|compute units|throughput|capacity (limit|exceeded)|daily request count|quota|credits? (limit|exhausted)/i
const REVERTED = 3
const INTERNAL = -32603
/** A contract's own message, or a request that is too large for any endpoint: the next one would return the same. */
const NOT_ABOUT_THE_ENDPOINT =
  /revert|query returned more than|\branges?\b|blocks distance|limited to (a |an )?[\d,]+k? blocks|max(imum)? (is )?[\d,]+k? blocks|too many (results|logs)|response size/i
/** An error of the node itself, not an answer: another node may have the answer. */
const PROBLEM_TEXT =
  /header not found|unknown block|block not found|missing trie node|state (is )?not available|server (is )?(busy|overloaded)|upstream|no (healthy )?(backend|node)s? available|still syncing|node is (behind|syncing)|block (is )?not available|(was skipped, or|skipped, or) missing|block cleaned up|block status not yet available/i

/** Whether the endpoint refuses for now because of the number of requests. */
export function isRateLimited({ error }: RpcAnswer): boolean {
  if (!error || error.code === REVERTED || NOT_ABOUT_THE_ENDPOINT.test(error.message)) return false
  return RATE_LIMIT_CODES.includes(error.code) || RATE_LIMIT_TEXT.test(error.message)
}

/** Whether another endpoint may have a real answer to this call. */
export function isEndpointFault({ error }: RpcAnswer): boolean {
  if (!error || error.code === REVERTED || /revert/i.test(error.message)) return false
  return error.code === INTERNAL || PROBLEM_TEXT.test(error.message)
}
