import { requireSound } from '@/db/require-sound'
import { ledgerJournals } from '@/db/schema'
import { viewApart } from '@/server/alarms/view-apart'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import type { Rows } from '@/server/paging'
import type { StatementBalance, StatementLine } from './contract'
import type { LineRow } from './read-lines'

export function toLines(rows: readonly LineRow[]): Rows<StatementLine> {
  return viewApart(rows, { noun: 'journal', idOf: ({ journal }) => journal.id, toView: toLine })
}

function toLine({ journal, available, reserved, ngnPerUsdE8, paymentRef, providerTxnId }: LineRow): StatementLine {
  const { id, createdAt, kind, reason, referenceType: type, referenceId } = requireSound(ledgerJournals, journal)
  const isReferring = type !== null && referenceId !== null
  return {
    id,
    at: createdAt.toISOString(),
    kind,
    available: formatUsd(available),
    reserved: formatUsd(reserved),
    reference: isReferring ? { type, id: referenceId, name: paymentRef ?? providerTxnId ?? referenceId } : null,
    ngnPerUsd: ngnPerUsdE8 === null ? null : formatAmount(ngnPerUsdE8, 8),
    reason,
  }
}

/** Micro-dollars of both accounts. */
export function toStatementBalance({
  available,
  reserved,
}: Record<'available' | 'reserved', bigint>): StatementBalance {
  return { available: formatUsd(available), reserved: formatUsd(reserved) }
}
