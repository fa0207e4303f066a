import type { ArrivalDecisionKind } from '@/schemas/payments/stablecoins/contract'

/** What operators decide about money that left its chain, or came again. */
export const DECISION_TEXTS = {
  reverse: { label: 'Reverse it', hint: 'Removes it from the ledger and from the balance it was credited to.' },
  bear: { label: 'Charge it to the platform', hint: 'Removes it from the ledger. The payer keeps what was bought.' },
  same: {
    label: 'Same deposit',
    hint: 'The existing ledger entry now refers to this deposit, and it is swept. A loss charged to the platform is reversed.',
  },
  book: { label: 'Record it', hint: 'Records it as a new deposit. The original deposit was reversed.' },
  ignore: { label: 'Ignore it', hint: 'It stays at its address and leaves this list.' },
} satisfies Record<ArrivalDecisionKind, { label: string; hint: string }>
