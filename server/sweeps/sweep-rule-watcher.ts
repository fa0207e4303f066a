import { and, count, eq, isNull } from 'drizzle-orm'
import { chains, sweepRules } from '@/db/schema'
import type { Watcher } from '@/server/alarms/watcher'

/**
 * Raises an alarm for stopped rules. One business may have a wrong policy; several stopped businesses suggest an error
 * of the platform.
 */
export const sweepRuleWatcher: Watcher = {
  name: 'sweep-rules',
  kinds: ['sweep_rule_stopped'],
  works: ['advance-sweeps'],
  async findCauses({ db }) {
    const stopped = await db
      .select({ chainId: sweepRules.chainId, subject: chains.name, n: count() })
      .from(sweepRules)
      .innerJoin(chains, eq(chains.chainId, sweepRules.chainId))
      .where(and(eq(sweepRules.status, 'STOPPED'), isNull(sweepRules.deletedAt)))
      .groupBy(sweepRules.chainId, chains.name)
    return stopped.map(({ chainId, subject, n }) => ({
      kind: 'sweep_rule_stopped' as const,
      ...{
        chainId,
        subject,
        message: `${n} sweep rules of businesses on ${subject} were stopped after repeated failures`,
      },
    }))
  },
}
