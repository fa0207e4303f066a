import type { ExceptionKind } from '@/schemas/exceptions/words'
import { repeatedDeposits, revertedDeposits, unmatchedDeposits } from './arrivals'
import { flaggedDeposits } from './flagged-deposits'
import { failedEvents, unplacedEvents } from './provider-events'
import { unassignedReceipts } from './receipts'
import { proposedRecoveries } from './recoveries'
import { failedRefunds, overdueRefunds, refundsToApprove, refundsWithoutDetails } from './refunds'
import type { ExceptionSource } from './source'

/** Every kind of money that waits for an operator, and where it is. */
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
