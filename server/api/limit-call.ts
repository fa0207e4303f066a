import { CAPABILITIES, type Capability } from '@/db/capabilities'
import type { Uses } from '@/schemas/usage/words'
import { type ApiError, refusal } from '@/server/errors'
import type { GrantedAccess } from '@/server/projects/find-project-access'
import { meterUses } from '@/server/usage/meter'
import { admitWithinWindow } from './admit-within-window'
import type { Endpoint } from './endpoint'
import { takeBucketToken } from './take-bucket-token'

const TOKEN_LIMIT = { perWindow: 30, windowMs: 60_000 }

/** The answer whose headers announce a limit. */
type Answer = { headers: Record<string, string> }

/** Takes one call from a bucket of reads or writes and says in the headers what is left. Throws rate_limited. */
export async function limitCall(
  endpoint: Endpoint,
  whose: string,
  limits: { readPerMinute: number; writePerMinute: number },
  answer: Answer,
): Promise<void> {
  const kind = endpoint.rateLimit
  if (!kind) return
  const grant = await takeBucketToken(
    `${whose}:${kind}`,
    kind === 'read' ? limits.readPerMinute : limits.writePerMinute,
  )
  announceLimit(answer, kind, grant.limit, grant.remaining, Math.ceil(grant.waitMs / 1000))
  if (!grant.admitted) throw tooMany(grant.waitMs)
}

/** Limits calls of the token endpoint by the caller's address. Throws rate_limited. */
export async function limitTokenCall(clientIp: string | null, answer: Answer): Promise<void> {
  const { perWindow, windowMs } = TOKEN_LIMIT
  const admission = await admitWithinWindow(`token:${clientIp}`, perWindow, windowMs)
  const remaining = admission.admitted ? admission.remaining : 0
  announceLimit(
    answer,
    'token',
    perWindow,
    remaining,
    Math.ceil((admission.admitted ? windowMs : admission.retryAfterMs) / 1000),
  )
  if (!admission.admitted) throw tooMany(admission.retryAfterMs)
}

/** The fields of the IETF draft: policy (quota, window) and what is left until when. */
function announceLimit(answer: Answer, name: string, quota: number, remaining: number, seconds: number): void {
  answer.headers['ratelimit-policy'] = `"${name}";q=${quota};w=60`
  answer.headers.ratelimit = `"${name}";r=${remaining};t=${seconds}`
}

function tooMany(waitMs: number): ApiError {
  return refusal('rate_limited', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
}

type Call = {
  access: GrantedAccess
  input: { params: unknown; query: unknown; body: unknown }
  capability: Capability | undefined
}

/**
 * Counts a call, and what the endpoint says it uses beside, against the plan of the product that sells it; what no
 * product sells is not metered. Answers how to take it back. Throws quota_exceeded.
 */
export async function meterCall(
  { uses }: Pick<Endpoint, 'uses'>,
  { access, input, capability }: Call,
): Promise<() => void> {
  if (!capability) return () => {}
  const { productId } = CAPABILITIES[capability]
  const plan = access.metered.get(productId)
  if (!plan) return () => {}
  const beside: Uses | undefined = typeof uses === 'function' ? uses(input) : uses
  const { businessId, projectId } = access
  return meterUses({ businessId, projectId, productId, plan, uses: { 'api.calls': 1, ...beside }, now: new Date() })
}
