import type { Capability } from '@/db/capabilities'
import { inTenant, inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import type { ProjectAccess } from '@/server/projects/find-project-access'
import { requireNotRecovering } from '@/server/recovery/is-recovering'
import { fingerprintOf } from '@/server/text/canonical-json'
import type { ApiRequest } from './api-request'
import { authenticate, requireCapability, requireEntry, requireScope } from './authorize'
import type { Claim } from './endpoint'
import { type Endpoint, type EventStream, isReading, operationOf, type Reply, type StoredAnswer } from './endpoint'
import { requireIdempotencyKey, runIdempotently } from './idempotency'
import { limitCall, meterCall } from './limit-call'
import { readInput } from './read-input'
import { messageOfStored, type Outcome, type RequestFacts, toOutcome, writeReply } from './write-reply'

/** A call that passed every check that needs no database transaction. */
type Call = {
  endpoint: Endpoint
  request: ApiRequest
  facts: RequestFacts
  access: ProjectAccess
  tenant: Tenant
  input: Awaited<ReturnType<typeof readInput>>
  /** The capability that the operation needs with this input. */
  capability: Capability | undefined
  claim: Claim | null
}
/** `isReplay`: the answer of an earlier call. */
type KeyOutcome = Outcome & { isReplay: boolean }

/**
 * Answers a call that needs a live key, in the order of architecture.md. A call that is refused, fails, or repeats an
 * earlier one is not metered. Throws ApiError.
 */
export async function answerKey(
  endpoint: Endpoint,
  request: ApiRequest,
  pathParams: Record<string, string>,
  facts: RequestFacts,
): Promise<Outcome> {
  const call = await admitCall(endpoint, request, pathParams, facts)
  let giveBack = () => {}
  // Runs only if no earlier answer is found: a repeated key is not metered again, and not refused again.
  const prepare = async () => {
    giveBack = await meterCall(endpoint, call)
    return endpoint.prepare?.({ ...call.input, claim: call.claim, tenant: call.tenant })
  }
  try {
    const { isReplay, ...outcome } = call.claim
      ? await answerClaimed(call, call.claim, prepare)
      : await answerUnclaimed(call, prepare)
    if (isReplay || outcome.status >= 400) giveBack()
    if (isReplay) facts.headers['idempotent-replayed'] = 'true'
    return outcome
  } catch (error) {
    giveBack()
    throw error
  }
}

/** Checks key, network, rate, scope, input and plan. Sets `facts` step by step, for the log line of a refused call. */
async function admitCall(
  endpoint: Endpoint,
  request: ApiRequest,
  pathParams: Record<string, string>,
  facts: RequestFacts,
): Promise<Call> {
  const { claims, access } = await authenticate(request.header('authorization'), endpoint.contextMessage)
  facts.access = access
  requireEntry(claims, access, request.clientIp)
  await limitCall(endpoint, `project:${access.projectId}`, access, facts)
  requireScope(claims, endpoint.scope)
  if (!isReading(endpoint)) await requireNotRecovering()
  // Check the plan before the body is parsed, which costs more.
  const { capability: needed } = endpoint
  if (typeof needed === 'string') requireCapability(access, needed)
  facts.idempotencyKey = readIdempotencyKey(endpoint, request)
  const input = await readInput(endpoint, request, pathParams, (body) => {
    facts.body = body
  })
  const capability = typeof needed === 'function' ? needed(input) : needed
  if (capability && capability !== needed) requireCapability(access, capability)
  const tenant: Tenant = {
    businessId: access.businessId,
    projectId: access.projectId,
    actor: { type: 'key', id: access.keyId },
    requestId: facts.requestId,
  }
  const claim =
    facts.idempotencyKey === null
      ? null
      : { operation: operationOf(endpoint), key: facts.idempotencyKey, fingerprint: fingerprintOf(input) }
  return { endpoint, request, facts, access, tenant, input, capability, claim }
}

function readIdempotencyKey({ idempotent }: Endpoint, request: ApiRequest): string | null {
  const header = request.header('idempotency-key')
  const takesKey = idempotent === 'optional' ? header !== null : idempotent
  return takesKey ? requireIdempotencyKey(header) : null
}

async function answerUnclaimed(call: Call, prepare: () => Promise<unknown>): Promise<KeyOutcome> {
  const { endpoint, tenant, facts } = call
  const enter = isReading(endpoint) ? inTenantReading : inTenant
  const run = async () => {
    const prepared = await prepare()
    return enter(tenant, (ctx) => handle(call, ctx, prepared))
  }
  let isReplay = false
  const first = await run().catch(async (error: unknown) => {
    const repeated = await findRepeated(call)
    if (!repeated) throw error
    isReplay = true
    return repeated
  })
  const outcome = toOutcome(endpoint, first.afterCommit ? await first.afterCommit() : first, facts)
  const stream = first.stream && endOnRefusal(first.stream, () => requireStillAdmitted(call))
  return { ...outcome, stream, isReplay }
}

async function answerClaimed(call: Call, claim: Claim, prepare: () => Promise<unknown>): Promise<KeyOutcome> {
  const { endpoint, request, input, tenant } = call
  const accept = async (prepared: unknown, keep: (reply: Reply) => StoredAnswer) =>
    (await endpoint.accept?.({ ...input, request, claim, prepared, tenant, keep })) ?? false
  const stored = await runIdempotently(tenant, claim, {
    prepare,
    accept,
    work: (ctx, prepared) => handle(call, ctx, prepared),
    findRepeated: () => findRepeated(call),
    write: (reply) => writeReply(endpoint, reply),
    resume: endpoint.resume,
  })
  return { status: stored.status, body: stored.body, message: messageOfStored(stored), isReplay: stored.isReplay }
}

function handle({ endpoint, request, input, claim }: Call, ctx: TenantCtx, prepared: unknown): Promise<Reply> {
  return endpoint.handle({ ...input, request, claim, prepared, ctx })
}

/** The answer for a reference in the body that an equal call used before. */
async function findRepeated({ endpoint, tenant, input }: Call): Promise<Reply | null> {
  return (await endpoint.findRepeated?.({ tenant, body: input.body })) ?? null
}

/** Throws if the caller of a stream would be refused now. */
async function requireStillAdmitted({ endpoint, request, capability }: Call): Promise<void> {
  const { claims, access } = await authenticate(request.header('authorization'), endpoint.contextMessage)
  requireEntry(claims, access, request.clientIp)
  if (capability) requireCapability(access, capability)
}

/** The interval between checks of a stream's caller. A revoked key or a suspended project reads no longer than this. */
const CHECK_MS = 5_000

/** A stream that ends when `admit` refuses its caller, for example because the token expired. */
export function endOnRefusal(stream: EventStream, admit: () => Promise<void>, everyMs = CHECK_MS): EventStream {
  return async function* (signal) {
    const ending = new AbortController()
    const check = setInterval(() => void admit().catch(() => ending.abort()), everyMs)
    try {
      yield* stream(AbortSignal.any([signal, ending.signal]))
    } finally {
      clearInterval(check)
    }
  }
}
