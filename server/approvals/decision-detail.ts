import type { TransactionRow } from '@/db/schema'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import type { ApprovalRow } from './view'

/** The audit log's detail of a decision: the transaction as it was when the decision was made. */
export function decisionDetail(approval: ApprovalRow, transaction: TransactionRow): Record<string, unknown> {
  return {
    transactionId: transaction.id,
    type: transaction.type,
    chainId: transaction.chainId,
    fromAddress: transaction.fromAddress,
    toAddress: transaction.toAddress,
    amount: formatAmount(transaction.amountUnits, transaction.decimals),
    tokenAddress: transaction.tokenAddress,
    valueUsd: transaction.valueUsdMicros === null ? null : formatUsd(transaction.valueUsdMicros),
    callData: transaction.callData?.slice(0, 1_000) ?? null,
    reason: approval.reason,
    requestedBy: approval.requestedBy,
    note: approval.note,
  }
}
