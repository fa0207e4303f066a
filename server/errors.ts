/** The kinds of refusal; each has one HTTP status and one tRPC code. */
export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'wrong_method'
  | 'conflict'
  | 'failed'
  | 'rate_limited'
  | 'unavailable'

export const HTTP_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  wrong_method: 405,
  conflict: 409,
  failed: 422,
  rate_limited: 429,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>

export const TRPC_CODE = {
  invalid: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  payment_required: 'PAYMENT_REQUIRED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  wrong_method: 'METHOD_NOT_SUPPORTED',
  conflict: 'CONFLICT',
  failed: 'UNPROCESSABLE_CONTENT',
  rate_limited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorCode, string>

/** Stable names of refusals, for programs; an answer carries it as `code`. */
export type Reason = 'testnets_only'

type ErrorOptions = {
  reason?: Reason
  /** Per-field messages, `field: message`. */
  errors?: string[]
  /** Seconds. */
  retryAfter?: number
  /** Payload of the envelope beside the message, e.g. a failed record. */
  data?: unknown
  cause?: unknown
}

/** The one error the domain throws; its message is meant for the caller. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly reason?: Reason
  readonly errors?: string[]
  readonly retryAfter?: number
  readonly data?: unknown

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.reason = options.reason
    this.errors = options.errors
    this.retryAfter = options.retryAfter
    this.data = options.data
  }
}

/** Contract texts: spec section 7.4 to the letter, and decisions.md where the spec is silent. */
export const MESSAGES = {
  tokenMissing: 'Authorization token is missing or malformed.',
  tokenInvalid: 'Invalid token',
  contextMissing: 'Token is missing project or business context',
  testToken: 'Test tokens are not allowed, please use your live api key.',
  foreignWallet: 'Unauthorized: Cannot access wallet from other business',
  noRpc: 'No active RPC config found for chain',
  allowlistNotFound: 'Whitelisted IP not found',
  chainIdRequired: 'chainId: chainId is required for EVM transfers',
  insufficientGas: 'Insufficient balance to cover the gas fee for this transfer',
  noSubscription: "No subscription found for this product's plan",
  rateLimited: 'Too many requests. Please try again later.',
  projectContext: 'Project context required: call this endpoint with a project API key.',
  validation: 'Validation failed',
  invalidProductId: 'a valid productId is required',
  ipBlocked: 'Requests from this IP address are not allowed for this project.',
  idempotencyKeyMissing: 'Idempotency-Key: header is required',
  projectSuspended: 'This project is suspended.',
  idempotencyKeyMalformed: 'Idempotency-Key: must be 1 to 255 printable ASCII characters',
  idempotencyAnswerExpired: 'Idempotency-Key was already used and its answer is no longer stored',
  bodyTooLarge: 'Request body is larger than 256 KiB',
  unavailable: 'Service temporarily unavailable. Please try again shortly.',
  unknownPath: 'Path not found',
  methodNotAllowed: 'Method not allowed',
  invalidIp: 'ipAddress must be a valid IPv4 or IPv6 address',
  idempotencyKeyReused: 'Idempotency-Key was already used with a different request body',
  actKeyMalformed: 'Idempotency-Key: must be a UUID',
  actChanged: 'This was already sent with other contents. Look whether it was done before you do it anew.',
  actDone: 'This was already done, and its answer is not shown again.',
  internal: 'Something went wrong on our side. Quote the request id when you contact support.',
  callUnreadable: 'This call could not be read.',
  keyServiceUnavailable: 'Key service is unavailable. Please try again shortly.',
  priceUnavailable: 'Gas pricing is temporarily unavailable. Please try again shortly.',
  testnetsOnly:
    'This project is limited to testnets: name a test chain, or have an owner allow mainnets in the portal under Settings.',
  walletInactive: 'Wallet is deactivated and cannot be used for new operations',
} as const

/** A refusal of the whole body or of fields of it: 400 `Validation failed` with `errors`. */
export function validationError(errors: string[]): ApiError {
  return new ApiError('invalid', MESSAGES.validation, { errors })
}

export function notFound(resource: string): ApiError {
  return new ApiError('not_found', `${resource} not found`)
}
