import type { KnownErrorCode, TokenOperation, Transaction } from './generated/types'

/** The cause of a refusal. Later versions of the API may add causes: treat one that you do not know by its class. */
export type ErrorCode = KnownErrorCode | (string & {})

/** The facts that an error has about the call that failed. */
export type FailedCall = {
  /** The operation: `createTransfer`. */
  operation: string
  /** Send the call again with the same key to continue it. */
  idempotencyKey?: string
}

/** Every error that this package throws on purpose. */
export class SlipwayError extends Error {
  override name = 'SlipwayError'
  readonly operation: string | undefined
  readonly idempotencyKey: string | undefined

  constructor(message: string, call?: FailedCall, options?: ErrorOptions) {
    super(message, options)
    this.operation = call?.operation
    this.idempotencyKey = call?.idempotencyKey
  }
}

/** An error response of the API. */
export type Refusal = {
  status: number
  message: string
  code: ErrorCode
  param?: string
  errors?: string[]
  retryAfter?: number
  requestId?: string
  data?: unknown
}

/** The API refused. */
export class ApiError extends SlipwayError {
  override name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  readonly code: ErrorCode
  /** The field, parameter or header that is the cause. */
  readonly param: string | undefined
  /** One line for each field that is not valid: `field: message`. */
  readonly errors: readonly string[]
  /** Seconds to wait before the next attempt, where the API says so. */
  readonly retryAfter: number | undefined
  /** Include it when you contact support. */
  readonly requestId: string | undefined
  /** The subject of the refusal: the failed record, if there is one. */
  readonly data: unknown

  constructor(refusal: Refusal, call?: FailedCall) {
    super(`${refusal.message} (${refusal.status} ${refusal.code})`, call)
    this.status = refusal.status
    this.code = refusal.code
    this.param = refusal.param
    this.errors = refusal.errors ?? []
    this.retryAfter = refusal.retryAfter
    this.requestId = refusal.requestId
    this.data = refusal.data
  }
}

/** 400: the input is not valid. */
export class ValidationError extends ApiError {
  override name = 'ValidationError'
}
/** 401: the API key is not valid any more. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError'
}
/** 402: the balance does not cover the fee, or no plan covers the call. */
export class PaymentRequiredError extends ApiError {
  override name = 'PaymentRequiredError'
}
/** 403: the key, its scopes or its plan do not allow the call. */
export class PermissionError extends ApiError {
  override name = 'PermissionError'
}
/** 404: no such record, or one of another project. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}
/** 409: the call contradicts the present state. */
export class ConflictError extends ApiError {
  override name = 'ConflictError'
}
/** 422: the input is valid, but the operation failed. */
export class OperationFailedError extends ApiError {
  override name = 'OperationFailedError'
}
/** 429: too many requests, or a quota is used up. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError'
}
/** 503: something that the call needs is not available for now. */
export class UnavailableError extends ApiError {
  override name = 'UnavailableError'
}

/**
 * No response arrived, so it is unknown whether the call took effect. A call with an idempotency key may be sent again
 * with that key.
 */
export class ConnectionError extends SlipwayError {
  override name = 'ConnectionError'
}
/** No response arrived in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}
/** The caller's signal ended the call. */
export class AbortedError extends SlipwayError {
  override name = 'AbortError'
}

/** `waitFor`: the record has ended as FAILED. */
export class TransactionFailedError extends SlipwayError {
  override name = 'TransactionFailedError'
  readonly record: Transaction | TokenOperation

  constructor(record: Transaction | TokenOperation, operation: string) {
    super(record.error ?? 'The transaction has failed', { operation })
    this.record = record
  }
}

/** The signature of a webhook is not valid. */
export class WebhookVerificationError extends SlipwayError {
  override name = 'WebhookVerificationError'
}

const CLASSES: Readonly<Record<number, typeof ApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: OperationFailedError,
  429: RateLimitError,
  503: UnavailableError,
}

/** The error of the class that its status has. */
export function toApiError(refusal: Refusal, call?: FailedCall): ApiError {
  return new (CLASSES[refusal.status] ?? ApiError)(refusal, call)
}

/** Whether the API refused for that cause. */
export function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code
}
