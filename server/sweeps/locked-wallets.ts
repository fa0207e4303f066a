import { and, asc, eq, inArray } from 'drizzle-orm'
import { sweepWallets } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'

type LockInput = { ruleId: string; states: readonly (typeof sweepWallets.$inferSelect)['state'][] }

/**
 * A `with` that locks the wallets of a rule in these states, in the order of their ids. Code that changes several of
 * them locks the rule first, then the wallets in this order.
 */
export function lockedWallets({ db }: Pick<TenantCtx, 'db'>, { ruleId, states }: LockInput) {
  return db.$with('locked').as(
    db
      .select({ walletId: sweepWallets.walletId })
      .from(sweepWallets)
      .where(and(eq(sweepWallets.ruleId, ruleId), inArray(sweepWallets.state, states)))
      .orderBy(asc(sweepWallets.walletId))
      .for('update'),
  )
}
