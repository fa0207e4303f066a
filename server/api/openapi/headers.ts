import type { Endpoint } from '@/server/api/endpoint'
import type { Json } from './schemas'

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })

export const HEADERS = {
  RequestId: text('The id of the request. Quote it when you contact support.', '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71'),
  IdempotentReplayed: text('`true` if the response repeats that of an earlier call with this Idempotency-Key.', 'true'),
  RetryAfter: {
    description: 'The number of seconds to wait before the next try.',
    schema: { type: 'integer' },
    example: 12,
  },
  RateLimit: text('The rest of the limit, and the seconds until it grows.', '"write";r=119;t=0'),
  RateLimitPolicy: text('The limit: the number of calls, and the window in seconds.', '"write";q=120;w=60'),
  Allow: text('The methods that this path supports.', 'POST, GET'),
  WWWAuthenticate: text(
    'The reason why the token was refused (RFC 6750).',
    'Bearer error="invalid_token", error_description="The access token expired"',
  ),
}

const refTo = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` })

/** The headers of an answer with this status. */
export function headersOf({ auth, rateLimit, idempotent, replies }: Endpoint, status: number): Json {
  const isLimited = rateLimit !== undefined || auth === 'oauth'
  const isBeforeLimit = status === 405 || (auth === 'liveKey' && status === 401)
  return {
    'X-Request-Id': refTo('RequestId'),
    ...(isLimited && !isBeforeLimit
      ? { RateLimit: refTo('RateLimit'), 'RateLimit-Policy': refTo('RateLimitPolicy') }
      : {}),
    ...(idempotent && status in replies ? { 'Idempotent-Replayed': refTo('IdempotentReplayed') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': refTo('RetryAfter') } : {}),
    ...(status === 405 ? { Allow: refTo('Allow') } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': refTo('WWWAuthenticate') } : {}),
  }
}
