import type { depositAccounts, paymentReceipts } from '@/db/schema'
import { wholeMoney } from '../whole-amount'
import type { ExceptionView } from './contract'
import { readProposal } from './read-proposal'

type Receipt = typeof paymentReceipts.$inferSelect
type Account = Pick<typeof depositAccounts.$inferSelect, 'tokenSymbol' | 'decimals'>

export function toExceptionView(row: Receipt, account: Account | null): ExceptionView {
  return {
    id: row.id,
    businessId: row.businessId,
    paymentId: row.paymentId,
    provider: row.provider,
    providerTxnId: row.providerTxnId,
    ...wholeMoney(row, account ?? undefined),
    exceptions: row.exceptions,
    paidAt: row.paidAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    proposedBy: row.proposedBy,
    proposal: readProposal(row.proposal),
  }
}
