import { and, eq, isNotNull } from 'drizzle-orm'
import { chains, rpcEndpoints } from '@/db/schema'
import type { Cause, Watcher } from '@/server/alarms/watcher'
import { hostOf } from './view'

/**
 * The process that checks an endpoint raises and closes its alarm after it writes the endpoint's row. Read the open
 * alarms from the rows: an endpoint may have been renamed or removed since, or its process killed between the two
 * writes.
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
