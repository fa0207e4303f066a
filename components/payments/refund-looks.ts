import type { StateLook } from '@/components/ui/state-badge'
import type { ExceptionDecision } from '@/server/payments/exceptions/contract'
import type { RefundState, RefundTarget } from '@/server/payments/words'

export const REFUND_LOOKS = {
  REQUESTED: { tone: 'warning', label: 'Waits for a second person' },
  PROCESSING: { tone: 'accent', label: 'Under way', busy: true },
  DONE: { tone: 'success', label: 'Went back' },
  FAILED: { tone: 'danger', label: 'Could not go back' },
  NEEDS_DETAILS: { tone: 'warning', label: 'Needs a decision' },
} satisfies Record<RefundState, StateLook>

export const TARGET_NAMES = { PROVIDER: 'Whoever sent it', BALANCE: 'The balance' } satisfies Record<
  RefundTarget,
  string
>

/** What becomes of money in suspense. */
export const DECISION_NAMES = {
  credit: 'Credit',
  apply: 'Apply',
  refund: 'Refund',
  ignore: 'Ignore',
} satisfies Record<ExceptionDecision['kind'], string>
