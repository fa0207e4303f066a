import type { ArrivalDecisionKind } from '@/server/payments/stablecoins/contract'

/** What operators decide about money that left its chain, or came again. */
export const DECISION_TEXTS = {
  reverse: { label: 'Take it back', hint: 'Out of the books, and out of the balance that had it.' },
  bear: { label: 'The platform bears it', hint: 'Out of the books; the payer keeps what it paid for.' },
  same: {
    label: 'It is the same money',
    hint: 'What is booked stands on it from now on, and it is swept; a loss that the platform bore is none.',
  },
  book: { label: 'Book it', hint: 'As money of its own: what it came again of was taken back.' },
  ignore: { label: 'Ignore it', hint: 'It stays where it is and leaves this list.' },
} satisfies Record<ArrivalDecisionKind, { label: string; hint: string }>
