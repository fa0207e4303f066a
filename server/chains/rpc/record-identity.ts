import { eq, sql } from 'drizzle-orm'
import { rpcEndpoints } from '@/db/schema'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import type { ChainEndpoint } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import type { ChainKind } from './ask-identity'
import { RPC_LIMITS } from './limits'

/**
 * Writes down what a check of an endpoint found and opens or closes its alarm. Never rejects: this process has drawn
 * its conclusion already, the row is for people, and the next check writes again.
 */
export async function recordIdentity(chain: ChainKind, endpoint: ChainEndpoint, problem: string | null): Promise<void> {
  // Each write empties caches of every process, so one that says nothing new waits.
  const isOld = !endpoint.checkedAt || Date.now() - endpoint.checkedAt.getTime() > RPC_LIMITS.identityEveryMs
  if (!isOld && problem === endpoint.problem) return
  try {
    const { db } = workerCtx()
    const alarm = { kind: 'endpoint_wrong_chain', chainId: chain.chainId, subject: endpoint.label } as const
    await db.update(rpcEndpoints).set({ checkedAt: sql`now()`, problem }).where(eq(rpcEndpoints.id, endpoint.id))
    if (problem) await raiseAlarm(db, { ...alarm, message: `${endpoint.label}: ${problem}. It is not used.` })
    else if (endpoint.problem) await closeAlarm(db, alarm)
  } catch {
    // the database is out of reach; see above
  }
}
