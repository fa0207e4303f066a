import { eq, sql } from 'drizzle-orm'
import { rpcEndpoints } from '@/db/schema'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import type { Chain, ChainEndpoint } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { sendToEndpoint } from './ask-endpoint'
import { type ChainKind, identityCalls, identityProblem } from './ask-identity'
import { type EndpointHealth, healthOf, recordFailure } from './endpoint-health'
import { recordHead, toHead } from './heads'
import { RPC_LIMITS } from './limits'

/**
 * Whether an endpoint can be used: it serves the right chain and its breaker is closed. Returns at once if that is
 * known, else a promise while the endpoint is checked. `isUrgent`: the chain has no other endpoint, so an open breaker
 * is tried sooner.
 */
export function verifyEndpoint(chain: Chain, endpoint: ChainEndpoint, isUrgent: boolean): boolean | Promise<boolean> {
  const health = healthOf(endpoint)
  const now = Date.now()
  if (health.checking) return health.identity === 'right' && health.openUntil === 0 ? true : health.checking
  if (health.openUntil > 0) return mayProbe(health, now, isUrgent) ? checkEndpoint(chain, endpoint) : false
  if (health.identity === 'unknown') return checkEndpoint(chain, endpoint)
  const everyMs = health.identity === 'right' ? RPC_LIMITS.identityEveryMs : RPC_LIMITS.wrongIdentityEveryMs
  if (now - health.identityAt > everyMs) void checkEndpoint(chain, endpoint)
  return health.identity === 'right'
}

/** Asks an endpoint for its chain now, even if its breaker is open, and disables or enables it. Never rejects. */
export function checkEndpoint(chain: ChainKind, endpoint: ChainEndpoint): Promise<boolean> {
  const health = healthOf(endpoint)
  health.checking ??= check(chain, endpoint, health).finally(() => {
    health.checking = null
  })
  return health.checking
}

async function check(chain: ChainKind, endpoint: ChainEndpoint, health: EndpointHealth): Promise<boolean> {
  try {
    const answers = await sendToEndpoint(chain, endpoint, identityCalls(chain), RPC_LIMITS.probeTimeoutMs)
    const problem = identityProblem(chain, answers)
    health.identity = problem === null ? 'right' : 'wrong'
    health.identityAt = Date.now()
    health.problem = problem
    const head = toHead(answers[1]?.result)
    if (problem === null && head !== null) recordHead(chain.chainId, health, head)
    void recordIdentity(chain, endpoint, problem)
    return problem === null
  } catch (error) {
    // A request that failed is on record already. One that answered without telling its chain opens the breaker at
    // once.
    if (health.failures > 0) return false
    health.failures = RPC_LIMITS.failuresToOpen
    recordFailure(health, error instanceof Error ? error.message : 'failed')
    return false
  }
}

/** Half open: one probe after the pause. */
function mayProbe(health: EndpointHealth, now: number, isUrgent: boolean): boolean {
  return now >= health.openUntil || (isUrgent && now - health.failedAt >= RPC_LIMITS.urgentPauseMs)
}

/**
 * Stores the result of checking an endpoint and opens or closes its alarm. Never rejects: this process has the result
 * already, the row is for people, and the next check stores again.
 */
async function recordIdentity(chain: ChainKind, endpoint: ChainEndpoint, problem: string | null): Promise<void> {
  // Each write empties caches of every process, so an unchanged result waits.
  const isOld = !endpoint.checkedAt || Date.now() - endpoint.checkedAt.getTime() > RPC_LIMITS.identityEveryMs
  if (!isOld && problem === endpoint.problem) return
  try {
    const { db } = workerCtx()
    const alarm = { kind: 'endpoint_wrong_chain', chainId: chain.chainId, subject: endpoint.label } as const
    await db.update(rpcEndpoints).set({ checkedAt: sql`now()`, problem }).where(eq(rpcEndpoints.id, endpoint.id))
    if (problem) await raiseAlarm(db, { ...alarm, message: `${endpoint.label}: ${problem}. It is not used.` })
    else if (endpoint.problem) await closeAlarm(db, alarm)
  } catch {
    // the database is unreachable; see above
  }
}
