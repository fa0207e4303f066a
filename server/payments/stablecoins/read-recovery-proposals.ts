import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chains, chainTokens, paymentSweeps, wallets } from '@/db/schema'
import type { RecoveryProposalView } from '@/schemas/payments/stablecoins/contract'
import { toRecoveryProposal } from './view'

/** The recoveries among these that wait for a second person, with the proposer of each, in no order. */
export async function readRecoveryProposals(
  db: Database,
  ids: readonly string[],
): Promise<(RecoveryProposalView & { createdBy: string })[]> {
  const rows = await db
    .select({ proposal: paymentSweeps, chain: chains, address: wallets.address, token: chainTokens })
    .from(paymentSweeps)
    .innerJoin(chains, eq(chains.chainId, paymentSweeps.chainId))
    .innerJoin(wallets, eq(wallets.id, paymentSweeps.walletId))
    .leftJoin(
      chainTokens,
      and(
        eq(chainTokens.chainId, paymentSweeps.chainId),
        sql`lower(${chainTokens.address}) = lower(${paymentSweeps.tokenAddress})`,
      ),
    )
    .where(and(inArray(paymentSweeps.id, [...ids]), eq(paymentSweeps.state, 'PROPOSED')))
  return rows.map((row) => ({ ...toRecoveryProposal(row), createdBy: row.proposal.createdBy }))
}
