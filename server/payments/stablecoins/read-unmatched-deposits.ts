import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { chains, deposits, paymentArrivals, paymentReceipts, paymentSweeps, wallets } from '@/db/schema'
import { MAX_RECOVERED, type UnmatchedDepositView } from '@/schemas/payments/stablecoins/contract'
import { BOOKED_TXN } from './booked-txn'
import { toUnmatchedDeposit } from './view'

/**
 * Undecided deposits that are foreign, reverted or doubtful. A foreign one leaves the list once two people recovered
 * it; the others wait for their decision even after a sweep.
 */
export const IS_UNMATCHED = and(
  sql`${paymentArrivals.state} in ('FOREIGN', 'REVERTED', 'DOUBTFUL')`,
  isNull(paymentArrivals.decidedBy),
  or(
    ne(paymentArrivals.state, 'FOREIGN'),
    isNull(paymentArrivals.sweepId),
    sql`exists (select from payment_sweeps p where p.id = ${paymentArrivals.sweepId} and p.state = 'PROPOSED')`,
  ),
)

const isProposedFor = and(
  eq(paymentSweeps.state, 'PROPOSED'),
  eq(paymentSweeps.id, paymentArrivals.sweepId),
  eq(paymentArrivals.state, 'FOREIGN'),
)

/**
 * The content of a recovery of a foreign deposit, as JSON: the unmatched deposits of its asset at its address, itself
 * first, or those of its proposal.
 */
const TOGETHER = sql<unknown>`case when ${paymentArrivals.state} = 'FOREIGN' then (
  select json_build_object('units', sum(o.units)::text, 'depositIds', json_agg(o.deposit_id)) from (
    select b.units, b.deposit_id from payment_arrivals b
    where b.state = 'FOREIGN' and b.decided_by is null and b.sweep_id is not distinct from ${paymentArrivals.sweepId}
      and b.wallet_id = ${paymentArrivals.walletId} and b.chain_id = ${paymentArrivals.chainId}
      and b.token_address is not distinct from ${paymentArrivals.tokenAddress}
    order by b.deposit_id <> ${paymentArrivals.depositId}, b.deposit_id limit ${MAX_RECOVERED}) o) end`
const together = z
  .object({ units: z.string().transform((text) => BigInt(text)), depositIds: z.array(z.string()) })
  .nullable()

/** The deposits among these that an operator may recover or decide about, in no order. */
export async function readUnmatchedDeposits(db: Database, ids: readonly string[]): Promise<UnmatchedDepositView[]> {
  const rows = await db
    .select({
      ...{ arrival: paymentArrivals, deposit: deposits, chainName: chains.name, address: wallets.address },
      ...{
        together: TOGETHER,
        booked: { outcome: paymentReceipts.outcome, decision: paymentReceipts.decision },
        proposed: paymentSweeps,
      },
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
    .where(and(inArray(paymentArrivals.depositId, [...ids]), IS_UNMATCHED))
  return rows.map((row) => toUnmatchedDeposit({ ...row, together: together.parse(row.together) }))
}
