import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { providerEvents, providerReconciliations } from '@/db/schema'
import type { UnmatchedMoney } from '@/schemas/payments/exceptions/contract'
import { NO_ACCOUNT_REASON } from '@/schemas/payments/providers/words'
import type { OperatorCtx } from '@/server/ctx'
import { toUnmatchedMoney } from './view'

/**
 * The events about accounts that are not ours, received after the last comparison of their provider, and the time of
 * the newest comparison.
 */
export async function getUnmatchedMoney({ db }: Pick<OperatorCtx, 'db'>): Promise<UnmatchedMoney> {
  const compared = db
    .select({
      provider: providerReconciliations.provider,
      at: sql<Date | null>`max(${providerReconciliations.comparedAt})`.as('compared_at'),
    })
    .from(providerReconciliations)
    .where(and(isNull(providerReconciliations.problem), sql`isfinite(${providerReconciliations.comparedAt})`))
    .groupBy(providerReconciliations.provider)
    .as('compared')
  const isNewer = or(isNull(compared.at), gt(providerEvents.receivedAt, compared.at))
  const isUnplaced = and(eq(providerEvents.state, 'IGNORED'), eq(providerEvents.error, NO_ACCOUNT_REASON), isNewer)
  const [row] = await db
    .select({
      events: sql<number>`count(*)::int`,
      at: sql<string | null>`(select max(compared_at) from provider_reconciliations where isfinite(compared_at))`,
    })
    .from(providerEvents)
    .leftJoin(compared, eq(compared.provider, providerEvents.provider))
    .where(isUnplaced)
  return toUnmatchedMoney(row)
}
