import { TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { ApiError, MESSAGES, TRPC_CODE } from '@/server/errors'
import { logger } from '@/server/logger'

type ErrorData = { errors?: string[]; retryAfter?: number }

/** What a browser may learn of a failure. Given a place, an unknown error is logged there, once; its text never leaves. */
export function toBrowserError(
  error: TRPCError,
  place?: { path: string; requestId: string },
): { error: TRPCError; data: ErrorData } {
  const { cause } = error
  if (cause instanceof ApiError) {
    const { code, message, errors, retryAfter } = cause
    return { error: new TRPCError({ code: TRPC_CODE[code], message, cause }), data: { errors, retryAfter } }
  }
  if (cause instanceof ZodError) {
    const errors = cause.issues.map((issue) => `${issue.path.map(String).join('.') || 'input'}: ${issue.message}`)
    return { error: new TRPCError({ code: 'BAD_REQUEST', message: MESSAGES.validation, cause }), data: { errors } }
  }
  if (error.code !== 'INTERNAL_SERVER_ERROR') return { error, data: {} }
  if (place) logger().error({ ...place, err: cause ?? error }, 'procedure failed')
  return { error: new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: MESSAGES.internal }), data: {} }
}
