import { z } from 'zod'
import type { PaymentException } from '@/schemas/payments/words'
import { reasonText } from '@/schemas/text/contract'

const about = { receiptId: z.uuid(), reason: reasonText }

/** What an operator does with money that could not be assigned. */
export const exceptionDecision = z.discriminatedUnion('kind', [
  /** To the balance of a business, at the rate of now. */
  z.object({ kind: z.literal('credit'), businessId: z.uuid(), ...about }),
  /** To a payment that waits, as if it had come to its account in time. */
  z.object({ kind: z.literal('apply'), paymentId: z.uuid(), ...about }),
  /** Back to the original payer, through the provider. */
  z.object({ kind: z.literal('refund'), ...about }),
  /** It stays where it is and is asked about no more. */
  z.object({ kind: z.literal('ignore'), ...about }),
])
export type ExceptionDecision = z.output<typeof exceptionDecision>

/** What an operator types: `businessId` and `paymentId` where the kind asks for one. */
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

export type ExceptionView = {
  id: string
  businessId: string
  paymentId: string | null
  provider: string
  providerTxnId: string
  /** In whole units, where they are known. */
  amount: string
  unit: string
  exceptions: PaymentException[]
  paidAt: string
  receivedAt: string
  /** Who proposed what, where a second person is waited for. */
  proposedBy: string | null
  proposal: ExceptionDecision | null
}

/** Money that providers reported and no account of ours matches, until the next comparison makes exceptions of it. */
export type Unplaced = { events: number; comparedAt: string | null }
