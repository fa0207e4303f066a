import type { depositAccounts, paymentReceipts } from '@/db/schema'
import type { ReceiptExceptionView, UnmatchedMoney } from '@/schemas/payments/exceptions/contract'
import { toMajorMoney } from '@/server/payments/to-major-amount'
import { readProposal } from './read-proposal'

type Receipt = typeof paymentReceipts.$inferSelect
type Account = Pick<typeof depositAccounts.$inferSelect, 'tokenSymbol' | 'decimals'>

export function toReceiptException(row: Receipt, account: Account | null): ReceiptExceptionView {
  return {
    id: row.id,
    businessId: row.businessId,
    paymentId: row.paymentId,
    provider: row.provider,
    providerTxnId: row.providerTxnId,
    ...toMajorMoney(row, account ?? undefined),
    exceptions: row.exceptions,
    paidAt: row.paidAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    proposedBy: row.proposedBy,
    proposal: readProposal(row.proposal),
  }
}

/** Null without a row. `at`: a time in the text format of Postgres. */
export function toUnmatchedMoney(row: { events: number; at: string | null } | undefined): UnmatchedMoney {
  return { events: row?.events ?? 0, comparedAt: row?.at ? new Date(row.at).toISOString() : null }
}
