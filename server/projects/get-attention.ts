import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import { approvals, ledgerAccounts, transactions, webhookMessages } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { formatUsd } from '@/server/money/usd'
import { stuckBefore } from '@/server/transactions/words'
import type { Attention } from './contract'

const FAILED_WITHIN_MS = 7 * MS_PER_DAY
/** A few hundred transactions on a second layer, or one or two on a busy mainnet. */
const LOW_BALANCE_MICROS = 10_000_000n

/** Read from the rows, so that it is gone when its cause is. */
export async function getAttention({ db, now, ...ctx }: TenantCtx & { projectId: string }): Promise<Attention> {
  const { businessId, projectId } = ctx
  const failed = and(
    eq(webhookMessages.businessId, businessId),
    eq(webhookMessages.projectId, projectId),
    eq(webhookMessages.status, 'failed'),
    gt(webhookMessages.createdAt, new Date(now().getTime() - FAILED_WITHIN_MS)),
  )
  const stuck = and(
    eq(transactions.businessId, businessId),
    eq(transactions.status, 'PENDING'),
    inArray(transactions.stage, ['queued', 'signed', 'broadcast']),
    lt(transactions.createdAt, stuckBefore(now())),
  )
  const waiting = and(
    eq(approvals.businessId, businessId),
    eq(approvals.projectId, projectId),
    eq(approvals.status, 'pending'),
  )
  const [available] = await db
    .select({ micros: ledgerAccounts.balanceUnits })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.businessId, businessId),
        eq(ledgerAccounts.currency, 'USD'),
        eq(ledgerAccounts.kind, 'available'),
      ),
    )
  return {
    failedWebhooks: await db.$count(webhookMessages, failed),
    stuckTransactions: await db.$count(transactions, stuck),
    approvals: await db.$count(approvals, waiting),
    lowBalanceUsd: available && available.micros < LOW_BALANCE_MICROS ? formatUsd(available.micros) : null,
  }
}
