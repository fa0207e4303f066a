import { isDatabaseUnavailable } from '@/db/connection-lost'
import { env } from '@/server/env'
import { ApiError } from '@/server/errors'
import { OAUTH_STATUS, OAuthError } from '@/server/keys/oauth-error'
import { logger } from '@/server/logger'
import { HTTP_STATUS } from '@/server/refusals/error-kinds'
import { MESSAGES } from '@/server/refusals/messages'
import { REFUSALS, type RefusalCode } from '@/server/refusals/refusals'
import { remedyPath } from '@/server/refusals/remedy'

type FailedRequest = {
  requestId: string
  /** The name of the operation, for example `POST /v1/tokens`. */
  operation: string | null
  /** The project of the caller; null without authentication. */
  projectId: string | null
  /** The field that is the cause of each refusal, if the error does not name one. */
  params: Partial<Record<RefusalCode, string | null>>
}

/** RFC 6750, for the causes of a 401. */
const CHALLENGES: Partial<Record<RefusalCode, string>> = {
  token_missing: 'The access token is missing',
  token_malformed: 'The access token is malformed',
  token_expired: 'The access token expired',
  token_unknown: 'The access token is unknown',
  context_missing: 'The access token names no project',
}

type Failure = { status: number; headers: Record<string, string>; body: Record<string, unknown> }

/** Turns any error into a response. A text that is not meant for callers is never in it. */
export function toFailure(error: unknown, request: FailedRequest): Failure {
  const { params } = request
  const explained = explain(error, request)
  const code = explained.reason ?? explained.code
  const param = explained.param ?? (explained.reason && params[explained.reason])
  const errors = explained.errors ? { errors: explained.errors } : {}
  const retry = explained.retryAfter === undefined ? {} : { retryAfter: explained.retryAfter }
  const data = explained.data === undefined ? {} : { data: explained.data }
  const resolve =
    explained.remedy && request.projectId
      ? { resolveUrl: env().BASE_URL + remedyPath(explained.remedy, request.projectId) }
      : {}
  return {
    status: explained.code === 'internal' ? 500 : HTTP_STATUS[explained.code],
    headers: { ...retryHeader(explained.retryAfter), ...challenge(explained.reason) },
    body: {
      status: false,
      message: explained.message,
      code,
      ...(param ? { param } : {}),
      ...errors,
      ...retry,
      ...resolve,
      ...data,
    },
  }
}

/** Answers a failure in the form of RFC 6749; a 429 has both forms. */
export function toOAuthFailure(error: unknown, request: FailedRequest): Failure {
  if (error instanceof OAuthError) return oauthFailure(error)
  if (error instanceof ApiError && error.code === 'rate_limited') {
    const { status, headers, body } = toFailure(error, request)
    return { status, headers, body: { error: 'temporarily_unavailable', error_description: error.message, ...body } }
  }
  if (error instanceof ApiError && error.code === 'unavailable') {
    const failure = oauthFailure(new OAuthError('temporarily_unavailable', error.message))
    return { ...failure, headers: retryHeader(error.retryAfter) }
  }
  if (error instanceof ApiError) {
    return { ...oauthFailure(new OAuthError('invalid_request', error.message)), status: HTTP_STATUS[error.code] }
  }
  if (isDatabaseUnavailable(error)) return oauthFailure(new OAuthError('temporarily_unavailable', MESSAGES.unavailable))
  return oauthFailure(new OAuthError('server_error', internal(error, request)))
}

function oauthFailure({ code, message }: OAuthError): Failure {
  const headers: Record<string, string> =
    code === 'invalid_client' ? { 'www-authenticate': 'Basic realm="slipway"' } : {}
  return { status: OAUTH_STATUS[code], headers, body: { error: code, error_description: message } }
}

type Known = Pick<ApiError, 'message' | 'reason' | 'param' | 'errors' | 'retryAfter' | 'data'> &
  Partial<Pick<ApiError, 'remedy'>> & {
    code: keyof typeof HTTP_STATUS | 'internal'
  }

function explain(error: unknown, request: FailedRequest): Known {
  if (error instanceof ApiError) return error
  if (isDatabaseUnavailable(error)) {
    logger().error({ err: error, requestId: request.requestId }, 'the database did not answer')
    return { code: 'unavailable', reason: 'unavailable', message: REFUSALS.unavailable.message, retryAfter: 2 }
  }
  return { code: 'internal', reason: 'internal', message: internal(error, request) }
}

function internal(error: unknown, { requestId, operation }: FailedRequest): string {
  logger().error({ err: error, requestId, failed: operation ?? 'a request' }, 'request failed')
  return MESSAGES.internal
}

function challenge(reason: RefusalCode | undefined): Record<string, string> {
  const description = reason && CHALLENGES[reason]
  if (!description) return {}
  return { 'www-authenticate': `Bearer error="invalid_token", error_description="${description}"` }
}

function retryHeader(retryAfter: number | undefined): Record<string, string> {
  return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
}
