import { sql } from 'drizzle-orm'
import { readRecoveryProposals } from '@/server/payments/stablecoins/read-recovery-proposals'
import { byId, type ExceptionSource } from './source'

/**
 * A recovery of money that no deposit accounts for, or whose deposits have left the chain. Other recoveries wait with
 * their deposits.
 */
export const proposedRecoveries: ExceptionSource<'proposed_recovery'> = {
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
