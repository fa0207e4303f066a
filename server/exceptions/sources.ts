import { sql } from 'drizzle-orm'
import type { ExceptionKind } from '@/schemas/exceptions/words'
import type { ExceptionDecision, ReceiptExceptionView } from '@/schemas/payments/exceptions/contract'
import { providerName } from '@/schemas/payments/providers/words'
import { readFlagged } from '@/server/deposits/list-screened'
import { readReceiptExceptions } from '@/server/payments/exceptions/read-receipt-exceptions'
import { readRecoveryProposals } from '@/server/payments/stablecoins/read-recovery-proposals'
import { findProposers } from '@/server/proposals/find-proposers'
import { repeatedDeposits, revertedDeposits, unmatchedDeposits } from './arrivals'
import { failedEvents, unplacedEvents } from './provider-events'
import { failedRefunds, overdueRefunds, refundsToApprove, refundsWithoutDetails } from './refunds'
import { byId, type ExceptionSource } from './source'

/** A deposit from an address that the platform blocks. Businesses decide about flags of their own lists. */
const flaggedDeposits: ExceptionSource<'flagged_deposit'> = {
  rows: () => sql`
    select f.deposit_id as id, f.created_at as at, d.business_id,
      concat_ws(' ', d.from_address, d.tx_hash, w.address, d.symbol) as search
    from deposit_screenings f join deposits d on d.id = f.deposit_id join wallets w on w.id = d.wallet_id
    where f.list = 'OPERATOR' and f.status = 'FLAGGED' and d.stage <> 'reverted'`,
  async load(ctx, ids) {
    const proposers = await findProposers(ctx, { act: 'clear_deposit', field: 'depositId', ids })
    return byId(await readFlagged(ctx.db, ids), (subject) => {
      const by = proposers.get(subject.id)
      return {
        subject,
        money: { amount: subject.amount, unit: subject.symbol },
        happened: 'An address that the platform blocks sent it.',
        proposal: by === undefined ? null : { by, what: 'clear the flag' },
      }
    })
  },
}

const PROPOSED = {
  credit: 'credit it to a business',
  apply: 'apply it to a payment',
  refund: 'refund it to the payer',
  ignore: 'ignore it',
} satisfies Record<ExceptionDecision['kind'], string>

/** Received money that was neither matched nor credited. */
const unassignedReceipts: ExceptionSource<'unassigned_receipt'> = {
  rows: () => sql`
    select r.id, r.created_at as at, r.business_id,
      concat_ws(' ', r.provider_txn_id, r.provider, r.payment_id, p.payment_ref) as search
    from payment_receipts r left join payments p on p.id = r.payment_id
    where r.outcome = 'SUSPENSE'`,
  load: async ({ db }, ids) =>
    byId(await readReceiptExceptions(db, ids), (subject) => ({
      subject,
      money: { amount: subject.amount, unit: subject.unit },
      happened: happenedTo(subject),
      proposal:
        subject.proposedBy && subject.proposal
          ? { by: subject.proposedBy, what: PROPOSED[subject.proposal.kind] }
          : null,
    })),
}

function happenedTo({ provider, paymentId, exceptions }: ReceiptExceptionView): string {
  const source = provider === 'chain' ? 'It arrived on a chain' : `${providerName(provider)} received it`
  if (paymentId === null) return `${source} for an account that is not ours.`
  if (exceptions.length > 0) return `${source} while no exchange rate was known, so it could not be credited.`
  return `${source} in a currency that its payment does not accept.`
}

/**
 * A recovery of money that no deposit accounts for, or whose deposits have left the chain. Other recoveries wait with
 * their deposits.
 */
const proposedRecoveries: ExceptionSource<'proposed_recovery'> = {
  rows: () => sql`
    select s.id, s.created_at as at,
      (select c.business_id from deposit_accounts c where c.address = w.address limit 1) as business_id,
      concat_ws(' ', w.address, s.to_address, s.token_address) as search
    from payment_sweeps s join wallets w on w.id = s.wallet_id
    where s.state = 'PROPOSED' and not exists (
      select from payment_arrivals a where a.sweep_id = s.id and a.state = 'FOREIGN' and a.decided_by is null)`,
  load: async ({ db }, ids) =>
    byId(await readRecoveryProposals(db, ids), ({ createdBy, ...subject }) => ({
      subject,
      money: subject.amount === null ? null : { amount: subject.amount, unit: subject.symbol },
      happened: `Sending ${subject.symbol} from a payment address on ${subject.chainName} was proposed.`,
      proposal: { by: createdBy, what: `send it to ${subject.toAddress}` },
    })),
}

/** Every kind of money that waits for an operator, and how to read it. */
export const EXCEPTION_SOURCES: { readonly [K in ExceptionKind]: ExceptionSource<K> } = {
  unassigned_receipt: unassignedReceipts,
  unmatched_deposit: unmatchedDeposits,
  reverted_deposit: revertedDeposits,
  repeated_deposit: repeatedDeposits,
  proposed_recovery: proposedRecoveries,
  flagged_deposit: flaggedDeposits,
  refund_approval: refundsToApprove,
  refund_details: refundsWithoutDetails,
  refund_overdue: overdueRefunds,
  refund_failed: failedRefunds,
  event_failed: failedEvents,
  event_unplaced: unplacedEvents,
}
