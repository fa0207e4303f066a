import { isDatabaseAway } from '@/db/connection-lost'
import { ApiError, HTTP_STATUS, MESSAGES } from '@/server/errors'
import { OAUTH_STATUS, OAuthError } from '@/server/keys/oauth-error'
import { logger } from '@/server/logger'

export type Failure = { status: number; headers: Record<string, string>; body: Record<string, unknown> }

/** Turns whatever was thrown into an answer; a text that was not meant for callers never reaches one. */
export function toFailure(error: unknown, requestId: string): Failure {
  const known = explain(error, requestId)
  const errors = known.errors ? { errors: known.errors } : {}
  const retry = known.retryAfter === undefined ? {} : { retryAfter: known.retryAfter }
  const data = known.data === undefined ? {} : { data: known.data }
  const code = known.reason === undefined ? {} : { code: known.reason }
  return {
    status: known.code === 'internal' ? 500 : HTTP_STATUS[known.code],
    headers: retryHeader(known.retryAfter),
    body: { status: false, message: known.message, ...code, ...errors, ...retry, ...data },
  }
}

/** The same in the form of RFC 6749; a 429 carries both forms. */
export function toOAuthFailure(error: unknown, requestId: string): Failure {
  if (error instanceof OAuthError) return oauthFailure(error)
  if (error instanceof ApiError && error.code === 'rate_limited') {
    const { status, headers, body } = toFailure(error, requestId)
    return { status, headers, body: { error: 'temporarily_unavailable', error_description: error.message, ...body } }
  }
  if (error instanceof ApiError) return oauthFailure(new OAuthError('invalid_request', error.message))
  if (isDatabaseAway(error)) return oauthFailure(new OAuthError('temporarily_unavailable', MESSAGES.unavailable))
  return oauthFailure(new OAuthError('server_error', internal(error, requestId)))
}

function oauthFailure({ code, message }: OAuthError): Failure {
  const headers: Record<string, string> =
    code === 'invalid_client' ? { 'www-authenticate': 'Basic realm="slipway"' } : {}
  return { status: OAUTH_STATUS[code], headers, body: { error: code, error_description: message } }
}

type Known = Pick<ApiError, 'message' | 'reason' | 'errors' | 'retryAfter' | 'data'> & {
  code: keyof typeof HTTP_STATUS | 'internal'
}

function explain(error: unknown, requestId: string): Known {
  if (error instanceof ApiError) return error
  if (isDatabaseAway(error)) {
    logger().error({ err: error, requestId }, 'the database did not answer')
    return { code: 'unavailable', message: MESSAGES.unavailable, retryAfter: 2 }
  }
  return { code: 'internal', message: internal(error, requestId) }
}

function internal(error: unknown, requestId: string): string {
  logger().error({ err: error, requestId }, 'request failed')
  return MESSAGES.internal
}

function retryHeader(retryAfter: number | undefined): Record<string, string> {
  return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
}
