import { newId } from '@/db/new-id'
import { type ApiError, refusal } from '@/server/errors'
import { findVerifiedToken } from '@/server/keys/access-token'
import { withSpan } from '@/server/tracing/trace'
import { answerKey } from './answer-key'
import type { ApiAnswer, ApiRequest } from './api-request'
import { readBearer } from './authorize'
import { type Endpoint, operationOf } from './endpoint'
import { namedParams } from './find-endpoint'
import { limitCall, limitTokenCall } from './limit-call'
import { apiRequests, apiSeconds } from './metrics'
import { type OverloadCaller, overloadWatch } from './overload'
import { readInput } from './read-input'
import { redactBodies, redactQuery } from './redact-bodies'
import { recordRequest } from './request-log'
import { toFailure, toOAuthFailure } from './to-failure'
import { fixedHeaders, type Outcome, type RequestFacts, toOutcome } from './write-reply'

const OVERLOAD_RETRY_SECONDS = 2
const PLAIN = /^[\x20-\x7e]*$/

/** The reason why no endpoint answers: a wrong method. Without it the path is unknown. */
type Unserved = { error: ApiError; headers: Record<string, string> }

/** One request through one endpoint, in the order of architecture.md. Never throws. */
export function answerRequest(
  endpoint: Endpoint | null,
  request: ApiRequest,
  pathParams: Record<string, string> = {},
  unserved?: Unserved,
): Promise<ApiAnswer> {
  const name = endpoint ? operationOf(endpoint) : `${request.method} unknown`
  return withSpan(
    name,
    () => answerOnce(endpoint, request, pathParams, unserved),
    ({ status }) => ({
      'http.response.status_code': status,
    }),
  )
}

async function answerOnce(
  endpoint: Endpoint | null,
  request: ApiRequest,
  pathParams: Record<string, string>,
  unserved: Unserved | undefined,
): Promise<ApiAnswer> {
  const startedAt = new Date()
  const started = performance.now()
  const caller = callerOf(request)
  const facts: RequestFacts = {
    requestId: newId(),
    access: null,
    idempotencyKey: null,
    headers: {},
    body: undefined,
    isShed: overloadWatch().begin(caller),
  }
  const outcome = await answerOrRefuse(endpoint, request, pathParams, facts, unserved).finally(() =>
    overloadWatch().end(caller),
  )
  const tookMs = performance.now() - started
  const operation = endpoint ? operationOf(endpoint) : null
  apiRequests.add({ operation: operation ?? 'unknown', status: String(outcome.status) })
  apiSeconds.record({ operation: operation ?? 'unknown' }, tookMs / 1_000)
  const record = {
    id: facts.requestId,
    businessId: facts.access?.businessId ?? null,
    projectId: facts.access?.projectId ?? null,
    keyId: facts.access?.keyId ?? null,
    method: request.method,
    path: storable(request.path, 500),
    search: facts.access ? storable(redactQuery(request.search), 1_000) : '',
    operation,
    status: outcome.status,
    durationMs: Math.round(tookMs),
    clientIp: request.clientIp,
    userAgent: storable(request.header('user-agent') ?? '', 300) || null,
    idempotencyKey: facts.idempotencyKey,
    message: outcome.message,
    ...bodiesOf(facts, outcome),
    createdAt: startedAt,
  }
  recordRequest(record, { isLineOnly: facts.isShed })
  const { status, body, stream } = outcome
  const form = stream ? (endpoint?.csv ? 'csv' : 'events') : 'json'
  const headers = { ...facts.headers, ...fixedHeaders(facts.requestId, form) }
  return { status, body, headers, stream }
}

/**
 * The caller that a call counts for before it is authenticated: the business of a token that this process has verified
 * before, else an unknown caller at its address. A forged token therefore never counts for a business.
 */
function callerOf(request: ApiRequest): OverloadCaller {
  const token = readBearer(request.header('authorization') ?? '')
  const businessId = token === null ? undefined : findVerifiedToken(token)?.businessId
  return businessId ? { key: businessId, isStranger: false } : { key: String(request.clientIp), isStranger: true }
}

/** Bodies are stored for authenticated callers only, because others have no project whose log could show them. */
function bodiesOf({ access, body }: RequestFacts, outcome: Outcome): ReturnType<typeof redactBodies> {
  if (!access) return { requestBody: null, responseBody: null }
  return redactBodies({ request: body, response: outcome.status >= 400 ? outcome.body : null })
}

async function answerOrRefuse(
  endpoint: Endpoint | null,
  request: ApiRequest,
  pathParams: Record<string, string>,
  facts: RequestFacts,
  unserved: Unserved | undefined,
): Promise<Outcome> {
  try {
    if (facts.isShed) throw refusal('unavailable', { retryAfter: OVERLOAD_RETRY_SECONDS })
    if (!endpoint) throw unserved?.error ?? refusal('path_unknown')
    if (endpoint.auth === 'liveKey') return await answerKey(endpoint, request, pathParams, facts)
    return await answerAnyone(endpoint, request, pathParams, facts)
  } catch (error) {
    const toForm = endpoint?.auth === 'oauth' ? toOAuthFailure : toFailure
    const operation = endpoint ? operationOf(endpoint) : null
    const projectId = facts.access?.projectId ?? null
    const params = endpoint?.refusals ?? {}
    const failure = toForm(error, { requestId: facts.requestId, operation, projectId, params })
    Object.assign(facts.headers, failure.headers, unserved?.headers)
    const { message, error_description: description } = failure.body
    return {
      status: failure.status,
      body: JSON.stringify(failure.body),
      message: String(message ?? description),
    }
  }
}

async function answerAnyone(
  endpoint: Endpoint,
  request: ApiRequest,
  pathParams: Record<string, string>,
  facts: RequestFacts,
): Promise<Outcome> {
  if (endpoint.auth === 'oauth') await limitTokenCall(request.clientIp, facts)
  else await limitCall(endpoint, `ip:${request.clientIp}`, { readPerMinute: 600, writePerMinute: 120 }, facts)
  const input = await readInput(endpoint, request, pathParams)
  const prepared = await endpoint.prepare?.({ ...input, claim: null, tenant: undefined })
  const reply = await endpoint.handle({ ...input, request, claim: null, prepared, ctx: undefined })
  return toOutcome(endpoint, reply, facts)
}

/** A text of the caller in a form that a log row can hold. */
function storable(text: string, length: number): string {
  // This test takes a tenth of the time of the search by Unicode's classes below.
  const clean = PLAIN.test(text) ? text : text.replace(/[\p{Cc}\p{Cs}]/gu, '?')
  return clean.slice(0, length)
}

/** Answers with the endpoint of the request's method, among those of one path. */
export function answerByMethod(
  endpoints: readonly Endpoint[],
  request: ApiRequest,
  values: string[],
): Promise<ApiAnswer> {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const endpoint = endpoints.find((candidate) => candidate.method === method)
  if (endpoint) return answerRequest(endpoint, request, namedParams(endpoint, values))
  const error = refusal('method_not_allowed')
  const allow = endpoints.map((candidate) => candidate.method).join(', ')
  return answerRequest(null, request, {}, { error, headers: { allow } })
}
