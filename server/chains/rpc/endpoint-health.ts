import { oncePerProcess } from '@/db/once-per-process'
import { RPC_LIMITS } from './limits'

/** The state of an endpoint in this process. Times are in milliseconds since 1970; null and 0 mean never. */
export type EndpointHealth = {
  /** Failures in a row. */
  failures: number
  failedAt: number
  lastFailure: string | null
  /** Not zero: the breaker is open, and after this moment one probe may close it. */
  openUntil: number
  pauseMs: number
  /** The time of its first success after its last failure. */
  wellSince: number
  /** Moving average of the duration of a request. */
  latencyMs: number | null
  identity: 'unknown' | 'right' | 'wrong'
  identityAt: number
  /** The problem of its identity at the last check. */
  problem: string | null
  /** The running check of its identity, shared by all callers that wait for it. */
  checking: Promise<boolean> | null
  head: bigint | null
  headAt: number
  /** The blocks behind the best head that was known when this head was seen. */
  lagBlocks: bigint
}

const LATENCY_WEIGHT = 0.2
const healths = oncePerProcess('rpc-health', () => new Map<string, EndpointHealth>())

/** The state of an endpoint, created at its first use. */
export function healthOf(endpoint: { id: string }): EndpointHealth {
  const cached = healths.get(endpoint.id)
  if (cached) return cached
  const health: EndpointHealth = {
    failures: 0,
    failedAt: 0,
    lastFailure: null,
    openUntil: 0,
    pauseMs: 0,
    wellSince: 0,
    latencyMs: null,
    identity: 'unknown',
    identityAt: 0,
    problem: null,
    checking: null,
    head: null,
    headAt: 0,
    lagBlocks: 0n,
  }
  healths.set(endpoint.id, health)
  return health
}

/** The state of an endpoint; null before its first use. */
export function findHealth(endpointId: string): EndpointHealth | null {
  return healths.get(endpointId) ?? null
}

/** Closes the breaker, and takes the time of the request into the average. */
export function recordSuccess(health: EndpointHealth, tookMs: number): void {
  if (health.failures > 0 || health.wellSince === 0) health.wellSince = Date.now()
  health.failures = 0
  health.openUntil = 0
  health.pauseMs = 0
  const { latencyMs } = health
  health.latencyMs = latencyMs === null ? tookMs : latencyMs + (tookMs - latencyMs) * LATENCY_WEIGHT
}

/**
 * Opens the breaker at the third failure in a row, for twice as long each time; afterwards the endpoint must prove its
 * chain id again.
 */
export function recordFailure(health: EndpointHealth, reason: string): void {
  const now = Date.now()
  health.failures += 1
  health.failedAt = now
  health.lastFailure = reason
  // A call that was in flight when the breaker opened does not count.
  if (health.failures < RPC_LIMITS.failuresToOpen || now < health.openUntil) return
  health.pauseMs = Math.min(RPC_LIMITS.maxPauseMs, health.pauseMs * 2 || RPC_LIMITS.firstPauseMs)
  health.openUntil = now + health.pauseMs
  health.identity = 'unknown'
}

/** Drops the state of endpoints that are not in the list. */
export function forgetOtherHealth(ids: ReadonlySet<string>): void {
  for (const id of healths.keys()) if (!ids.has(id)) healths.delete(id)
}
