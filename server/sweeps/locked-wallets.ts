import { and, asc, eq, inArray } from 'drizzle-orm'
import { sweepWallets } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'

type Wanted = { ruleId: string; states: readonly (typeof sweepWallets.$inferSelect)['state'][] }

/**
 * A `with` of the wallets that a rule has in these states, each locked in the order of its id: whatever changes several
 * of them locks them in that order, behind the rule itself.
 */
export function lockedWallets({ db }: Pick<TenantCtx, 'db'>, { ruleId, states }: Wanted) {
  return db.$with('locked').as(
    db
      .select({ walletId: sweepWallets.walletId })
      .from(sweepWallets)
      .where(and(eq(sweepWallets.ruleId, ruleId), inArray(sweepWallets.state, states)))
      .orderBy(asc(sweepWallets.walletId))
      .for('update'),
  )
}
