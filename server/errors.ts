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

type ErrorOptions = {
  reason?: RefusalCode
  /** The field, parameter or header that is the cause. */
  param?: string
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
  /** Which of `REFUSALS`; `/v1` gives none without. */
  readonly reason?: RefusalCode
  readonly param?: string
  readonly errors?: string[]
  readonly retryAfter?: number
  readonly data?: unknown

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.reason = options.reason
    this.param = options.param
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

type Refusal = {
  kind: ErrorCode | 'internal'
  message: string
  /** For `/docs`: what happened, and what the caller does about it. */
  means: string
}

/** Every cause for which `/v1` refuses, one name each: programs read it as `code`. Names are never changed or reused. */
export const REFUSALS = {
  validation_failed: {
    kind: 'invalid',
    message: MESSAGES.validation,
    means: 'A field is missing, unknown or not as described. `errors` lists all of them, `param` names the first.',
  },
  body_malformed: { kind: 'invalid', message: 'Request body must be valid JSON', means: 'The body cannot be read.' },
  body_too_large: { kind: 'invalid', message: MESSAGES.bodyTooLarge, means: 'The body is larger than 256 KiB.' },
  idempotency_key_missing: {
    kind: 'invalid',
    message: MESSAGES.idempotencyKeyMissing,
    means: 'This operation needs an `Idempotency-Key` header.',
  },
  idempotency_key_malformed: {
    kind: 'invalid',
    message: MESSAGES.idempotencyKeyMalformed,
    means: 'The `Idempotency-Key` is longer than 255 characters or not printable ASCII.',
  },
  token_missing: {
    kind: 'unauthenticated',
    message: MESSAGES.tokenMissing,
    means: 'There is no `Authorization` header.',
  },
  token_malformed: {
    kind: 'unauthenticated',
    message: MESSAGES.tokenInvalid,
    means: 'The header is not `Bearer` and one token, or what follows is no token of this API.',
  },
  token_expired: {
    kind: 'unauthenticated',
    message: MESSAGES.tokenInvalid,
    means: 'The token has run out: obtain a new one and send the call again.',
  },
  token_unknown: {
    kind: 'unauthenticated',
    message: MESSAGES.tokenInvalid,
    means: 'The token was not signed here, or its API key was revoked or has ended.',
  },
  context_missing: {
    kind: 'unauthenticated',
    message: MESSAGES.contextMissing,
    means: 'The token names no project or no business.',
  },
  subscription_missing: {
    kind: 'payment_required',
    message: MESSAGES.noSubscription,
    means: 'The project has no active subscription to the product that sells this operation.',
  },
  balance_insufficient: {
    kind: 'payment_required',
    message: MESSAGES.insufficientGas,
    means: 'The USD balance does not cover the worst-case gas. `data` says what is needed and what is there.',
  },
  gas_budget_spent: {
    kind: 'payment_required',
    message: MESSAGES.insufficientGas,
    means: 'The gas the platform sponsors on this chain is used up for today (UTC). `data` says what is left.',
  },
  test_key: { kind: 'forbidden', message: MESSAGES.testToken, means: 'The token is of a test key: use the live key.' },
  project_suspended: {
    kind: 'forbidden',
    message: MESSAGES.projectSuspended,
    means: 'The project or its business is suspended.',
  },
  ip_blocked: {
    kind: 'forbidden',
    message: MESSAGES.ipBlocked,
    means: 'The project has an IP allowlist, and the address of this call is not on it.',
  },
  scope_missing: {
    kind: 'forbidden',
    message: 'Insufficient scope',
    means: 'The token was narrowed to scopes that leave this operation out.',
  },
  capability_missing: {
    kind: 'forbidden',
    message: 'Capability not granted',
    means: 'The plan of the project does not include this operation.',
  },
  wallet_foreign: {
    kind: 'forbidden',
    message: MESSAGES.foreignWallet,
    means: 'The wallet belongs to another business, or is bound to another project.',
  },
  testnets_only: {
    kind: 'forbidden',
    message: MESSAGES.testnetsOnly,
    means: 'The project is limited to testnets and the call means a mainnet.',
  },
  path_unknown: { kind: 'not_found', message: MESSAGES.unknownPath, means: 'There is no operation at this path.' },
  wallet_not_found: { kind: 'not_found', message: 'Wallet not found', means: 'The business has no such wallet.' },
  transaction_not_found: {
    kind: 'not_found',
    message: 'Transaction not found',
    means: 'The business has no such transaction.',
  },
  ip_not_found: {
    kind: 'not_found',
    message: MESSAGES.allowlistNotFound,
    means: 'The allowlist of the project has no such entry.',
  },
  chain_unavailable: {
    kind: 'not_found',
    message: MESSAGES.noRpc,
    means: 'The chain is unknown, or switched off here.',
  },
  method_not_allowed: {
    kind: 'wrong_method',
    message: MESSAGES.methodNotAllowed,
    means: 'The path has no operation of this method; `Allow` lists those it has.',
  },
  wallet_deactivated: {
    kind: 'failed',
    message: MESSAGES.walletInactive,
    means: 'The wallet was deactivated, which is final.',
  },
  policy_recipient: {
    kind: 'failed',
    message: 'Policy: not an allowed recipient',
    means: 'A policy names who may receive, and this recipient is not among them.',
  },
  policy_method: {
    kind: 'failed',
    message: 'Policy: not an allowed method',
    means: 'A policy names the contract methods that may be called, and this one is not among them.',
  },
  policy_limit: {
    kind: 'failed',
    message: 'Policy: above the limit',
    means: 'The value is above a limit of a policy, by itself or with what was spent in 24 hours.',
  },
  policy_unreadable: {
    kind: 'failed',
    message: 'Policy: what this moves cannot be told',
    means: 'A policy restricts what moves, and this call does not show it: allow its method by name.',
  },
  policy_unpriced: {
    kind: 'failed',
    message: 'Policy: the asset has no price in USD now',
    means: 'A policy has limits in USD, and the asset has no price now.',
  },
  idempotency_reused: {
    kind: 'failed',
    message: MESSAGES.idempotencyKeyReused,
    means: 'The `Idempotency-Key` was used with other contents before: take a new one for a new call.',
  },
  idempotency_expired: {
    kind: 'failed',
    message: MESSAGES.idempotencyAnswerExpired,
    means: 'The call was made with this `Idempotency-Key` more than 30 days ago: read what it made.',
  },
  reverted: {
    kind: 'failed',
    message: 'The transaction reverted',
    means: 'The chain refused the transaction, in simulation or in a block. `data` is the FAILED record.',
  },
  transaction_failed: {
    kind: 'failed',
    message: 'The transaction failed',
    means: 'The transaction ended without being executed. `data` is the FAILED record, `error` in it says why.',
  },
  rate_limited: {
    kind: 'rate_limited',
    message: MESSAGES.rateLimited,
    means: 'Too many calls: wait for `retryAfter` seconds.',
  },
  unavailable: {
    kind: 'unavailable',
    message: MESSAGES.unavailable,
    means: 'A part of the platform does not answer: send the call again shortly.',
  },
  chain_unreachable: {
    kind: 'unavailable',
    message: 'The chain cannot be reached right now. Please try again.',
    means: 'No node of the chain answers now: send the call again shortly.',
  },
  price_unavailable: {
    kind: 'unavailable',
    message: MESSAGES.priceUnavailable,
    means: 'Gas cannot be priced now: send the call again shortly.',
  },
  key_service_unavailable: {
    kind: 'unavailable',
    message: MESSAGES.keyServiceUnavailable,
    means: 'The service that opens signing keys does not answer: send the call again shortly.',
  },
  internal: {
    kind: 'internal',
    message: MESSAGES.internal,
    means: 'A fault of ours. Quote the `X-Request-Id`; a call with an `Idempotency-Key` can be sent again.',
  },
} as const satisfies Record<string, Refusal>

export type RefusalCode = keyof typeof REFUSALS

export const REFUSAL_CODES = Object.keys(REFUSALS).filter((code): code is RefusalCode => Object.hasOwn(REFUSALS, code))

/** The table with statuses, for the reference. */
export function listCauses(): { code: RefusalCode; status: number; means: string }[] {
  return REFUSAL_CODES.map((code) => ({ code, status: statusOf(code), means: REFUSALS[code].means }))
}

export function statusOf(code: RefusalCode): number {
  const { kind } = REFUSALS[code]
  return kind === 'internal' ? 500 : HTTP_STATUS[kind]
}

type RefusalOptions = Omit<ErrorOptions, 'reason'> & {
  /** In place of the table's text. */
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

export function notFound(resource: string): ApiError {
  const code = NOT_FOUND[resource]
  return code ? refusal(code) : new ApiError('not_found', `${resource} not found`)
}
