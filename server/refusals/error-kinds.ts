/** The kinds of refusal; each has one HTTP status and one tRPC code. */
export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'wrong_method'
  | 'timeout'
  | 'conflict'
  | 'unsupported'
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
  timeout: 408,
  conflict: 409,
  unsupported: 415,
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
  timeout: 'TIMEOUT',
  conflict: 'CONFLICT',
  unsupported: 'UNSUPPORTED_MEDIA_TYPE',
  failed: 'UNPROCESSABLE_CONTENT',
  rate_limited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorCode, string>
