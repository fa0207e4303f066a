import { TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { isDatabaseUnavailable } from '@/db/connection-lost'
import type { Proof } from '@/schemas/people/words'
import { ApiError } from '@/server/errors'
import { logger } from '@/server/logger'
import { ProofNeededError } from '@/server/people/factors/require-fresh-proof'
import { TRPC_CODE } from '@/server/refusals/error-kinds'
import { MESSAGES } from '@/server/refusals/messages'
import type { RefusalCode } from '@/server/refusals/refusals'
import type { Remedy } from '@/server/refusals/remedy'

type ErrorData = {
  errors?: string[]
  /** The field of the input that is the cause. */
  param?: string
  retryAfter?: number
  /** The cause, as `/v1` names it. */
  reason?: RefusalCode
  remedy?: Remedy
  /** The proof that the person must give; then the call can be sent again. */
  proof?: Proof
}
type Call = { path: string | null; requestId: string }

const RETRY_AFTER_SECONDS = 2

const logged = new WeakSet<TRPCError>()

/**
 * The parts of a failure that a browser may see. With the call, an unknown error is logged there once; its text is
 * never sent.
 */
export function toBrowserError(error: TRPCError, call?: Call): { error: TRPCError; data: ErrorData } {
  const { cause } = error
  if (cause instanceof ApiError) {
    const { code, message, errors, param, retryAfter, reason, remedy } = cause
    return {
      error: new TRPCError({ code: TRPC_CODE[code], message, cause }),
      data: {
        errors,
        param,
        retryAfter,
        reason,
        remedy,
        proof: cause instanceof ProofNeededError ? cause.proof : undefined,
      },
    }
  }
  // tRPC says of an input that it is bad; a ZodError of our own reading is a failure like any other.
  if (cause instanceof ZodError && error.code === 'BAD_REQUEST') {
    const errors = cause.issues.map((issue) => `${issue.path.map(String).join('.') || 'input'}: ${issue.message}`)
    return { error: new TRPCError({ code: 'BAD_REQUEST', message: MESSAGES.validation, cause }), data: { errors } }
  }
  if (isDatabaseUnavailable(error)) {
    if (call && !logged.has(error)) logger().error({ ...call, err: cause ?? error }, 'the database did not answer')
    const away = new TRPCError({ code: TRPC_CODE.unavailable, message: MESSAGES.unavailable, cause: error })
    // Keeps its cause, because it is formatted again.
    logged.add(away)
    return { error: away, data: { retryAfter: RETRY_AFTER_SECONDS } }
  }
  if (error.code !== 'INTERNAL_SERVER_ERROR') return { error: cause ? unreadable(error) : error, data: {} }
  if (call && !logged.has(error)) {
    const failed = call.path === null ? 'a call of the portal' : `procedure ${call.path}`
    logger().error({ ...call, err: cause ?? error, failed }, 'procedure failed')
  }
  const internal = new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: MESSAGES.internal })
  logged.add(internal)
  return { error: internal, data: {} }
}

/** A call that tRPC could not parse: its own text quotes the input. */
function unreadable({ code }: TRPCError): TRPCError {
  return new TRPCError({ code, message: MESSAGES.callUnreadable })
}
