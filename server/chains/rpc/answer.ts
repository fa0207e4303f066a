import type { z } from 'zod'

export type RpcCall = { method: string; params: unknown[] }
/** A node's answer to one call: a result or an error. */
export type RpcAnswer =
  | { result: unknown; error?: undefined }
  | { result?: undefined; error: { code: number; message: string; data?: unknown } }

/** No usable answer came: for a read try again, for a send the outcome is unknown. */
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
  throw new RpcUnavailableError(`a node answered nonsense${where}: ${issue?.message ?? 'not readable'}`)
}
