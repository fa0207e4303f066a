import { and, count, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { chains, deposits, paymentArrivals, paymentReceipts, paymentSweeps, wallets } from '@/db/schema'
import type { UnmatchedDepositFilter, UnmatchedDepositPage } from '@/schemas/payments/stablecoins/contract'
import type { OperatorCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { BOOKED_TXN } from './booked-txn'
import { toUnmatchedDeposit } from './view'

/**
 * Undecided deposits that are foreign, reverted or doubtful. A foreign one leaves the list once it is recovered; the
 * others wait for their decision even after a sweep.
 */
const IS_UNMATCHED = and(
  sql`${paymentArrivals.state} in ('FOREIGN', 'REVERTED', 'DOUBTFUL')`,
  isNull(paymentArrivals.decidedBy),
  or(ne(paymentArrivals.state, 'FOREIGN'), isNull(paymentArrivals.sweepId)),
)

const isProposedFor = and(
  eq(paymentSweeps.state, 'PROPOSED'),
  eq(paymentSweeps.walletId, paymentArrivals.walletId),
  eq(paymentSweeps.chainId, paymentArrivals.chainId),
  sql`${paymentSweeps.tokenAddress} is not distinct from ${paymentArrivals.tokenAddress}`,
  eq(paymentArrivals.state, 'FOREIGN'),
)

/**
 * Deposits at payment addresses that do not belong to their payments, newest first, until they are recovered or
 * decided.
 */
export async function listUnmatchedDeposits(
  { db }: OperatorCtx,
  { page }: UnmatchedDepositFilter,
): Promise<UnmatchedDepositPage> {
  const [counted] = await db.select({ total: count() }).from(paymentArrivals).where(IS_UNMATCHED)
  const rows = await db
    .select({
      ...{ arrival: paymentArrivals, deposit: deposits, chainName: chains.name, address: wallets.address },
      ...{ booked: { outcome: paymentReceipts.outcome, decision: paymentReceipts.decision }, proposed: paymentSweeps },
    })
    .from(paymentArrivals)
    .innerJoin(deposits, eq(deposits.id, paymentArrivals.depositId))
    .innerJoin(chains, eq(chains.chainId, paymentArrivals.chainId))
    .innerJoin(wallets, eq(wallets.id, paymentArrivals.walletId))
    .leftJoin(
      paymentReceipts,
      and(eq(paymentReceipts.provider, 'chain'), eq(paymentReceipts.providerTxnId, BOOKED_TXN)),
    )
    .leftJoin(paymentSweeps, isProposedFor)
    .where(IS_UNMATCHED)
    .orderBy(desc(paymentArrivals.createdAt), desc(paymentArrivals.depositId))
    .limit(PAGE_SIZE)
    .offset(offsetOf(page))
  return { items: rows.map(toUnmatchedDeposit), total: counted?.total ?? 0, page, pageSize: PAGE_SIZE }
}
