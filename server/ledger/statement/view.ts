import type { StatementBalance, StatementLine, StatementRow } from '@/schemas/ledger/statement/contract'
import type { Funds } from '@/server/ledger/running-balance'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import type { LineRow } from './read-lines'

export function toLine({
  journal,
  available,
  reserved,
  ngnPerUsdE8,
  paymentRef,
  paymentId,
  projectId,
  providerTxnId,
}: LineRow): StatementLine {
  const { id, createdAt, kind, reason, referenceType: type, referenceId } = journal
  const isReferring = type !== null && referenceId !== null
  return {
    id,
    at: createdAt.toISOString(),
    kind,
    available: formatUsd(available),
    reserved: formatUsd(reserved),
    reference: isReferring
      ? {
          ...{ type, id: referenceId, name: providerTxnId ?? paymentRef ?? referenceId },
          about:
            type === 'transaction'
              ? { transactionId: referenceId }
              : paymentId && projectId
                ? { paymentId, projectId }
                : null,
        }
      : null,
    ngnPerUsd: ngnPerUsdE8 === null ? null : formatAmount(ngnPerUsdE8, 8),
    reason,
  }
}

/** A movement, with what there was after it. */
export function toStatementRow(row: LineRow, after: Funds): StatementRow {
  return { ...toLine(row), after: toStatementBalance(after) }
}

export function toStatementBalance({ available, reserved }: Funds): StatementBalance {
  return { available: formatUsd(available), reserved: formatUsd(reserved) }
}
