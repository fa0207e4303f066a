import type { StatementBalance, StatementLine, StatementRow } from '@/schemas/ledger/statement/contract'
import { toReference } from '@/server/ledger/journal-references'
import type { Funds } from '@/server/ledger/running-balance'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import type { LineRow } from './read-lines'

export function toLine(row: LineRow): StatementLine {
  const { journal, available, reserved, ngnPerUsdE8 } = row
  return {
    id: journal.id,
    at: journal.createdAt.toISOString(),
    kind: journal.kind,
    available: formatUsd(available),
    reserved: formatUsd(reserved),
    reference: toReference(row),
    ngnPerUsd: ngnPerUsdE8 === null ? null : formatAmount(ngnPerUsdE8, 8),
    reason: journal.reason,
  }
}

/** A movement, with the balances after it. */
export function toStatementRow(row: LineRow, after: Funds): StatementRow {
  return { ...toLine(row), after: toStatementBalance(after) }
}

export function toStatementBalance({ available, reserved }: Funds): StatementBalance {
  return { available: formatUsd(available), reserved: formatUsd(reserved) }
}
