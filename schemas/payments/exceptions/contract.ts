import { z } from 'zod'
import type { PaymentException } from '@/schemas/payments/words'
import { reasonText } from '@/schemas/text/contract'

const about = { receiptId: z.uuid(), reason: reasonText }

/** An operator's decision on money that could not be assigned. */
export const exceptionDecision = z.discriminatedUnion('kind', [
  /** Credits it to the balance of a business, at the present rate. */
  z.object({ kind: z.literal('credit'), businessId: z.uuid(), ...about }),
  /** Applies it to a waiting payment, as if it had arrived at the payment's account in time. */
  z.object({ kind: z.literal('apply'), paymentId: z.uuid(), ...about }),
  /** Refunds it to the original payer, through the provider. */
  z.object({ kind: z.literal('refund'), ...about }),
  /** Moves no money and removes it from the queue. */
  z.object({ kind: z.literal('ignore'), ...about }),
])
export type ExceptionDecision = z.output<typeof exceptionDecision>

/** An operator's input: `businessId` and `paymentId` are required where the kind needs one. */
export const exceptionForm = z
  .object({
    kind: z.enum(['credit', 'apply', 'refund', 'ignore']),
    businessId: z.string(),
    paymentId: z.string().trim(),
    reason: reasonText,
  })
  .refine(({ kind, businessId }) => kind !== 'credit' || z.uuid().safeParse(businessId).success, {
    path: ['businessId'],
    message: 'Choose a business',
  })
  .refine(({ kind, paymentId }) => kind !== 'apply' || z.uuid().safeParse(paymentId).success, {
    path: ['paymentId'],
    message: 'is not the id of a payment',
  })

export type ExceptionForm = z.output<typeof exceptionForm>

/** The decision that was typed about a receipt. */
export function toDecision(receiptId: string, typed: ExceptionForm): ExceptionDecision {
  const { kind, businessId, paymentId, reason: why } = typed
  const about = { receiptId, reason: why }
  if (kind === 'credit') return { kind, businessId, ...about }
  return kind === 'apply' ? { kind, paymentId, ...about } : { kind, ...about }
}

/** `proposed`: it waits for a second person who says the same. */
export type DecisionOutcome = { state: 'done' | 'proposed' }

export type ReceiptExceptionView = {
  id: string
  businessId: string
  paymentId: string | null
  provider: string
  providerTxnId: string
  /** In whole units, if they are known. */
  amount: string
  unit: string
  exceptions: PaymentException[]
  paidAt: string
  receivedAt: string
  /** The proposer and the proposed decision, while it waits for a second person. */
  proposedBy: string | null
  proposal: ExceptionDecision | null
}

/**
 * Money that providers reported and no account of the platform matches, until the next comparison turns it into
 * exceptions.
 */
export type UnmatchedMoney = { events: number; comparedAt: string | null }
