import { type SQL, sql } from 'drizzle-orm'
import type { ArrivalDecisionKind, UnmatchedDepositView } from '@/schemas/payments/stablecoins/contract'
import { readUnmatchedDeposits } from '@/server/payments/stablecoins/read-unmatched-deposits'
import { byId, type ExceptionSource } from './source'

type ArrivalKind = 'unmatched_deposit' | 'reverted_deposit' | 'repeated_deposit'

const PROPOSED = {
  reverse: 'reverse it',
  bear: 'charge it to the platform',
  same: 'count it as the same deposit',
  book: 'record it',
  ignore: 'ignore it',
} satisfies Record<ArrivalDecisionKind, string>

/** A deposit that its address does not accept. It leaves the list once two people recovered it. */
export const unmatchedDeposits = sourceOf<'unmatched_deposit'>(
  sql`a.state = 'FOREIGN' and (a.sweep_id is null
    or exists (select from payment_sweeps s where s.id = a.sweep_id and s.state = 'PROPOSED'))`,
  ({ symbol, chainName }) => `The payment address on ${chainName} does not accept ${symbol}.`,
)

/** A deposit that left its chain after it was final. */
export const revertedDeposits = sourceOf<'reverted_deposit'>(
  sql`a.state = 'REVERTED'`,
  ({ chainName }) => `A reorg removed it from ${chainName} after it was final.`,
)

/** A deposit that arrived again after a reorg removed it. */
export const repeatedDeposits = sourceOf<'repeated_deposit'>(
  sql`a.state = 'DOUBTFUL'`,
  ({ chainName }) => `A reorg removed it from ${chainName}, and it arrived again in another block.`,
)

function sourceOf<K extends ArrivalKind>(
  waits: SQL,
  happened: (deposit: UnmatchedDepositView) => string,
): ExceptionSource<K> {
  return {
    rows: () => sql`
      select a.deposit_id as id, a.created_at as at,
        (select c.business_id from deposit_accounts c where c.address = w.address limit 1) as business_id,
        concat_ws(' ', w.address, d.from_address, d.tx_hash, d.symbol) as search
      from payment_arrivals a join deposits d on d.id = a.deposit_id join wallets w on w.id = a.wallet_id
      where a.decided_by is null and ${waits}`,
    load: async ({ db }, ids) =>
      byId(await readUnmatchedDeposits(db, ids), (subject) => ({
        subject,
        money: { amount: subject.amount, unit: subject.symbol },
        happened: happened(subject),
        proposal: subject.proposal && { by: subject.proposal.by, what: proposedOf(subject.proposal.what) },
      })),
  }
}

/** A decision, or the recipient of a recovery. */
function proposedOf(what: string): string {
  return new Map<string, string>(Object.entries(PROPOSED)).get(what) ?? `send it ${what}`
}
