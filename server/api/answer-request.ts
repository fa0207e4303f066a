import { newId } from '@/db/new-id'
import { inTenant, inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import { type ApiError, refusal } from '@/server/errors'
import type { ProjectAccess } from '@/server/projects/find-project-access'
import { requireNotRecovering } from '@/server/recovery/is-recovering'
import { fingerprintOf } from '@/server/text/canonical-json'
import { withSpan } from '@/server/tracing/trace'
import type { ApiAnswer, ApiRequest } from './api-request'
import { authenticate, requireCapability, requireEntry, requireScope } from './authorize'
import { endOnRefusal } from './end-on-refusal'
import { type Endpoint, type EventStream, operationOf, type Reply, type StoredAnswer } from './endpoint'
import { requireIdempotencyKey, runIdempotently } from './idempotency'
import { limitCall, limitTokenCall } from './limit-call'
import { meterCall } from './meter-call'
import { apiRequests, apiSeconds } from './metrics'
import { readInput } from './read-input'
import { redactBodies, redactQuery } from './redact-bodies'
import { recordRequest } from './request-log'
import { toFailure, toOAuthFailure } from './to-failure'
import { fixedHeaders, messageOfStored, writeReply } from './write-reply'

const PLAIN = /^[\x20-\x7e]*$/

/** Facts about a request that become known while it is answered, for its log line and headers. */
type Trace = {
  requestId: string
  access: ProjectAccess | null
  idempotencyKey: string | null
  headers: Record<string, string>
  /** The parsed body, once something read it. */
  body: unknown
}

/** Why no endpoint answers: the method is wrong. Without one, the path is unknown. */
type Unserved = { error: ApiError; headers: Record<string, string> }

type Outcome = { status: number; body: string; message: string | null; stream?: EventStream }

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
  const trace: Trace = { requestId: newId(), access: null, idempotencyKey: null, headers: {}, body: undefined }
  const outcome = await run(endpoint, request, pathParams, trace, unserved)
  const tookMs = performance.now() - started
  const operation = endpoint ? operationOf(endpoint) : null
  apiRequests.add({ operation: operation ?? 'unknown', status: String(outcome.status) })
  apiSeconds.record({ operation: operation ?? 'unknown' }, tookMs / 1_000)
  recordRequest({
    id: trace.requestId,
    businessId: trace.access?.businessId ?? null,
    projectId: trace.access?.projectId ?? null,
    keyId: trace.access?.keyId ?? null,
    method: request.method,
    path: storable(request.path, 500),
    search: trace.access ? storable(redactQuery(request.search), 1_000) : '',
    operation,
    status: outcome.status,
    durationMs: Math.round(tookMs),
    clientIp: request.clientIp,
    userAgent: storable(request.header('user-agent') ?? '', 300) || null,
    idempotencyKey: trace.idempotencyKey,
    message: outcome.message,
    ...bodiesOf(trace, outcome),
    createdAt: startedAt,
  })
  const { status, body, stream } = outcome
  const form = stream ? (endpoint?.csv ? 'csv' : 'events') : 'json'
  const headers = { ...trace.headers, ...fixedHeaders(trace.requestId, form) }
  return { status, body, headers, stream }
}

/** Bodies are kept of authenticated callers only: those of strangers belong to no project that could read them. */
function bodiesOf({ access, body }: Trace, outcome: Outcome): ReturnType<typeof redactBodies> {
  if (!access) return { requestBody: null, responseBody: null }
  return redactBodies({ request: body, response: outcome.status >= 400 ? outcome.body : null })
}

async function run(
  endpoint: Endpoint | null,
  request: ApiRequest,
  pathParams: Record<string, string>,
  trace: Trace,
  unserved: Unserved | undefined,
): Promise<Outcome> {
  try {
    if (!endpoint) throw unserved?.error ?? refusal('path_unknown')
    if (endpoint.auth === 'liveKey') return await answerKey(endpoint, request, pathParams, trace)
    return await answerAnyone(endpoint, request, pathParams, trace)
  } catch (error) {
    const toForm = endpoint?.auth === 'oauth' ? toOAuthFailure : toFailure
    const operation = endpoint ? operationOf(endpoint) : null
    const projectId = trace.access?.projectId ?? null
    const params = endpoint?.refusals ?? {}
    const failure = toForm(error, { requestId: trace.requestId, operation, projectId, params })
    Object.assign(trace.headers, failure.headers, unserved?.headers)
    const { message, error_description: description } = failure.body
    return {
      status: failure.status,
      body: JSON.stringify(failure.body),
      message: String(message ?? description),
    }
  }
}

async function answerKey(
  endpoint: Endpoint,
  request: ApiRequest,
  pathParams: Record<string, string>,
  trace: Trace,
): Promise<Outcome> {
  const { claims, access } = await authenticate(request.header('authorization'), endpoint.contextMessage)
  trace.access = access
  requireEntry(claims, access, request.clientIp)
  await limitCall(endpoint, `project:${access.projectId}`, access, trace)
  requireScope(claims, endpoint.scope)
  if (endpoint.method !== 'GET') await requireNotRecovering()
  const { idempotent } = endpoint
  const takesKey = idempotent === 'optional' ? request.header('idempotency-key') !== null : idempotent
  if (takesKey) trace.idempotencyKey = requireIdempotencyKey(request.header('idempotency-key'))
  const input = await readInput(endpoint, request, pathParams, (body) => {
    trace.body = body
  })
  const { capability } = endpoint
  const wanted = typeof capability === 'function' ? capability(input) : capability
  if (wanted) requireCapability(access, wanted)

  const tenant: Tenant = {
    businessId: access.businessId,
    projectId: access.projectId,
    actor: { type: 'key', id: access.keyId },
    requestId: trace.requestId,
  }
  const write = (reply: Reply) => writeReply(endpoint, reply)
  // Within what a repeated key is answered from: it uses nothing again, and is no longer refused.
  let giveBack = () => {}
  const prepare = async () => {
    giveBack = await meterCall(endpoint, { access, input, capability: wanted })
    return endpoint.prepare?.({ ...input, tenant })
  }
  const claim =
    trace.idempotencyKey === null
      ? null
      : { operation: operationOf(endpoint), key: trace.idempotencyKey, fingerprint: fingerprintOf(input) }
  const work = (ctx: TenantCtx, prepared: unknown) => endpoint.handle({ ...input, request, claim, prepared, ctx })
  const again = async () => (await endpoint.again?.({ tenant, body: input.body })) ?? null
  if (claim === null) {
    const run = async () => {
      const prepared = await prepare()
      const enter = endpoint.method === 'GET' ? inTenantReading : inTenant
      return enter(tenant, (ctx) => work(ctx, prepared))
    }
    let isReplay = false
    try {
      const first = await run().catch(async (error: unknown) => {
        const repeated = await again()
        if (!repeated) throw error
        isReplay = true
        return repeated
      })
      const outcome = sent(first.afterCommit ? await first.afterCommit() : first, write, trace)
      if (isReplay || outcome.status >= 400) giveBack()
      if (isReplay) trace.headers['idempotent-replayed'] = 'true'
      if (!first.stream) return outcome
      const admit = async () => {
        const renewed = await authenticate(request.header('authorization'), endpoint.contextMessage)
        requireEntry(renewed.claims, renewed.access, request.clientIp)
        if (wanted) requireCapability(renewed.access, wanted)
      }
      return { ...outcome, stream: endOnRefusal(first.stream, admit) }
    } catch (error) {
      giveBack()
      throw error
    }
  }
  const accept = async (prepared: unknown, keep: (reply: Reply) => StoredAnswer) =>
    (await endpoint.accept?.({ ...input, request, claim, prepared, tenant, keep })) ?? false
  const kept = await runIdempotently(tenant, claim, {
    prepare,
    accept,
    work,
    again,
    write,
    resume: endpoint.resume,
  }).catch((error: unknown) => {
    giveBack()
    throw error
  })
  if (kept.isReplay || kept.status >= 400) giveBack()
  if (kept.isReplay) trace.headers['idempotent-replayed'] = 'true'
  return { status: kept.status, body: kept.body, message: messageOfStored(kept) }
}

async function answerAnyone(
  endpoint: Endpoint,
  request: ApiRequest,
  pathParams: Record<string, string>,
  trace: Trace,
): Promise<Outcome> {
  if (endpoint.auth === 'oauth') await limitTokenCall(request.clientIp, trace)
  else await limitCall(endpoint, `ip:${request.clientIp}`, { readPerMinute: 600, writePerMinute: 120 }, trace)
  const input = await readInput(endpoint, request, pathParams)
  const prepared = await endpoint.prepare?.({ ...input, tenant: undefined })
  const reply = await endpoint.handle({ ...input, request, claim: null, prepared, ctx: undefined })
  return sent(reply, (answer) => writeReply(endpoint, answer), trace)
}

function sent(reply: Reply, write: (reply: Reply) => string, trace: Trace): Outcome {
  Object.assign(trace.headers, reply.headers)
  return { status: reply.status, body: write(reply), message: reply.status >= 400 ? reply.message : null }
}

/** Text from outside, in a form that a log row can hold. */
function storable(text: string, length: number): string {
  // Looking for what is not plain costs a tenth of a search by Unicode's classes.
  const clean = PLAIN.test(text) ? text : text.replace(/[\p{Cc}\p{Cs}]/gu, '?')
  return clean.slice(0, length)
}
