import type { Endpoint } from '@/server/api/endpoint'
import { REFUSAL_CODES, type RefusalCode, statusOf } from '@/server/refusals/refusals'

/**
 * Every cause for which an operation may refuse, by status: what the pipeline does for it and what it says of itself.
 */
export function refusalsOf(endpoint: Endpoint): Map<number, RefusalCode[]> {
  const codes = new Set<RefusalCode>([...ofPipeline(endpoint), ...ofItself(endpoint)])
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of codes) {
    const status = statusOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

function ofPipeline(endpoint: Endpoint): RefusalCode[] {
  const { method, auth, scope, capability, idempotent, rateLimit, params, query, body } = endpoint
  const codes: RefusalCode[] = ['unavailable', 'internal']
  if (auth === 'liveKey')
    codes.push('token_missing', 'token_malformed', 'token_expired', 'token_unknown', 'context_missing')
  if (auth === 'liveKey') codes.push('test_key', 'project_suspended', 'ip_blocked')
  if (auth === 'liveKey' && method !== 'GET') codes.push('recovering')
  if (scope) codes.push('scope_missing')
  if (capability) codes.push('capability_missing', 'subscription_missing', 'quota_exceeded')
  if (rateLimit) codes.push('rate_limited')
  if (params || query || body) codes.push('validation_failed')
  if (body) codes.push('body_malformed', 'body_too_large', 'body_too_slow', 'body_encoded')
  if (idempotent) {
    if (idempotent === true) codes.push('idempotency_key_missing')
    codes.push('idempotency_key_malformed', 'idempotency_reused', 'idempotency_expired')
  }
  return codes
}

function ofItself({ refusals = {} }: Endpoint): RefusalCode[] {
  return REFUSAL_CODES.filter((code) => Object.hasOwn(refusals, code))
}
