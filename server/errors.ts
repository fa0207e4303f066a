import type { ErrorCode } from '@/server/refusals/error-kinds'
import { REFUSALS, type RefusalCode } from '@/server/refusals/refusals'
import type { Remedy } from '@/server/refusals/remedy'

type ErrorOptions = {
  reason?: RefusalCode
  /** The field, parameter or header that is the cause. */
  param?: string
  /** Per-field messages, `field: message`. */
  errors?: string[]
  /** Seconds. */
  retryAfter?: number
  /** The `data` of the envelope, for example a failed record. */
  data?: unknown
  /** How the project can fix the cause in the portal: with a plan, or with more balance. */
  remedy?: Remedy
  cause?: unknown
}

/** The one error the domain throws; its message is meant for the caller. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** The key in `REFUSALS`; without it `/v1` returns no `code`. */
  readonly reason?: RefusalCode
  readonly param?: string
  readonly errors?: string[]
  readonly retryAfter?: number
  readonly data?: unknown
  readonly remedy?: Remedy

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.reason = options.reason
    this.param = options.param
    this.errors = options.errors
    this.retryAfter = options.retryAfter
    this.data = options.data
    this.remedy = options.remedy
  }
}

type RefusalOptions = Omit<ErrorOptions, 'reason'> & {
  /** Replaces the table's text. */
  message?: string
}

/** The error of one cause, with the text and the status the table has for it. */
export function refusal(
  code: Exclude<RefusalCode, 'internal'>,
  { message, ...options }: RefusalOptions = {},
): ApiError {
  return new ApiError(REFUSALS[code].kind, message ?? REFUSALS[code].message, { ...options, reason: code })
}

/** A refusal of the whole body or of fields of it: 400 `Validation failed` with `errors`. */
export function validationError(errors: string[], message?: string): ApiError {
  return refusal('validation_failed', { errors, message, param: paramOf(errors) })
}

/** `amount: is too large` is about `amount`; a fault of the whole body is about no field. */
function paramOf([first]: string[]): string | undefined {
  const field = first?.split(': ', 1)[0]
  return field === 'body' ? undefined : field
}

const NOT_FOUND: Record<string, 'wallet_not_found' | 'transaction_not_found'> = {
  Wallet: 'wallet_not_found',
  Transaction: 'transaction_not_found',
}

/** 404 for a resource, with the resource's own code where `/v1` has one. */
export function notFound(resource: string): ApiError {
  const code = NOT_FOUND[resource]
  return code ? refusal(code) : new ApiError('not_found', `${resource} not found`)
}

/**
 * Thrown after a commit by code that has reverted the committed changes: the call can be sent again, also with the same
 * key.
 */
export class RetryableError extends ApiError {
  constructor(code: Exclude<RefusalCode, 'internal'>, retryAfter: number) {
    super(REFUSALS[code].kind, REFUSALS[code].message, { reason: code, retryAfter })
  }
}
