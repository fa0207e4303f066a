import { sql } from 'drizzle-orm'
import type { ExceptionDecision, ReceiptExceptionView } from '@/schemas/payments/exceptions/contract'
import { providerName } from '@/schemas/payments/providers/words'
import { readReceiptExceptions } from '@/server/payments/exceptions/read-receipt-exceptions'
import { byId, type ExceptionSource } from './source'

const PROPOSED = {
  credit: 'credit it to a business',
  apply: 'apply it to a payment',
  refund: 'refund it to the payer',
  ignore: 'ignore it',
} satisfies Record<ExceptionDecision['kind'], string>

/** Received money that was neither matched nor credited. */
export const unassignedReceipts: ExceptionSource<'unassigned_receipt'> = {
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
