import type { approvals } from '@/db/schema'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import { intentOf } from '@/server/policies/intent-of'
import { TOKEN_METHODS } from '@/server/policies/read-call'
import type { TransactionRow } from '@/server/transactions/view'
import type { ApprovalView } from './contract'

export type ApprovalRow = typeof approvals.$inferSelect

type Facts = { viewer: string; nameOf: (actor: string) => string }

export function toApproval(row: ApprovalRow, transaction: TransactionRow, { viewer, nameOf }: Facts): ApprovalView {
  return {
    id: row.id,
    status: row.status,
    reason: row.reason,
    requestedBy: nameOf(row.requestedBy),
    decidedBy: row.decidedBy === null ? null : nameOf(row.decidedBy),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isOwn: row.requestedBy === viewer,
    transaction: toApprovedTransaction(transaction),
  }
}

function toApprovedTransaction(row: TransactionRow): ApprovalView['transaction'] {
  const { contract, selector, toAddress } = intentOf(row)
  return {
    id: row.id,
    type: row.type,
    chainType: row.chainType,
    chainId: row.chainId,
    fromAddress: row.fromAddress,
    toAddress: row.toAddress,
    amount: formatAmount(row.amountUnits, row.decimals),
    tokenAddress: row.tokenAddress,
    valueUsd: row.valueUsdMicros === null ? null : formatUsd(row.valueUsdMicros),
    recipient: toAddress === row.toAddress ? null : toAddress,
    method: contract === null || selector === null ? null : (TOKEN_METHODS[selector]?.signature ?? selector),
    status: row.status,
  }
}
