import { and, eq, isNotNull } from 'drizzle-orm'
import { chains, rpcEndpoints } from '@/db/schema'
import type { Cause, Watcher } from '@/server/alarms/watcher'
import { hostOf } from './view'

/**
 * Whoever checks an endpoint raises and closes its alarm beside writing its row. The rows say which stand: an endpoint
 * may have been renamed or taken out of use since, or its process been killed between the two.
 */
export const endpointWatcher: Watcher = {
  name: 'endpoints',
  kinds: ['endpoint_wrong_chain'],
  async findCauses({ db }) {
    const rows = await db
      .select({
        chainId: rpcEndpoints.chainId,
        label: rpcEndpoints.label,
        url: rpcEndpoints.url,
        problem: rpcEndpoints.problem,
      })
      .from(rpcEndpoints)
      .innerJoin(chains, eq(chains.chainId, rpcEndpoints.chainId))
      .where(and(eq(chains.isActive, true), eq(rpcEndpoints.isActive, true), isNotNull(rpcEndpoints.problem)))
    return rows.map(({ chainId, label, url, problem }): Cause => {
      const subject = label || hostOf(url)
      return { kind: 'endpoint_wrong_chain', chainId, subject, message: `${subject}: ${problem}. It is not used.` }
    })
  },
}
