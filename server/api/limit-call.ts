import { type ApiError, refusal } from '@/server/errors'
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
