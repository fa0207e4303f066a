/** Every kind of money that waits for an operator. A new kind is a row here, in `EXCEPTION_SOURCES` and its buttons. */
export const EXCEPTION_KINDS = [
  'unassigned_receipt',
  'unmatched_deposit',
  'reverted_deposit',
  'repeated_deposit',
  'proposed_recovery',
  'flagged_deposit',
  'refund_approval',
  'refund_details',
  'refund_overdue',
  'refund_failed',
  'event_failed',
  'event_unplaced',
] as const
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

/** The name of each kind, in lists, filters and files. */
export const EXCEPTION_KIND_NAMES = {
  unassigned_receipt: 'Unassigned payment',
  unmatched_deposit: 'Unmatched deposit',
  reverted_deposit: 'Reorged deposit',
  repeated_deposit: 'Deposit arrived again',
  proposed_recovery: 'Proposed recovery',
  flagged_deposit: 'Flagged deposit',
  refund_approval: 'Refund to approve',
  refund_details: 'Refund needs details',
  refund_overdue: 'Overdue refund',
  refund_failed: 'Failed refund',
  event_failed: 'Failed provider event',
  event_unplaced: 'Event without an account',
} satisfies Record<ExceptionKind, string>

/** A provider should pay a refund within two working days. */
export const REFUND_OVERDUE_MS = 3 * 86_400_000
