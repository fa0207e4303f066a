import type { TableColumn } from '@/components/table/table-column'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { StatementRow } from '@/schemas/ledger/statement/contract'
import { exactMoney, groupDigits } from '@/server/money/display-amount'
import { mostDecimals } from './aligned-pad'
import { FundsAfter, FundsBelow } from './funds-after'
import { JOURNAL_DISPLAYS } from './journal-displays'
import { JournalReference } from './journal-reference'
import type { Paired } from './pair-holds'
import { Usd } from './usd'

/** `lines`: the lines of the page, whose amounts align to the longest. */
export function statementColumns(
  projectId: string,
  lines: readonly Paired<StatementRow>[],
): readonly TableColumn<Paired<StatementRow>>[] {
  const available = mostDecimals(lines.map((line) => line.available))
  const reserved = mostDecimals(lines.map((line) => line.reserved))
  const after = mostDecimals(lines.map((line) => line.after.available))
  return [
    {
      id: 'kind',
      header: 'Kind',
      cell: ({ kind, at, held, reference, reason }) => (
        <span className="inline-flex flex-col items-start gap-1 py-1">
          <StateBadge state={kind} displays={JOURNAL_DISPLAYS} />
          <span className="text-muted-foreground text-xs">
            <Time value={at} />
            {held === null ? null : <> · {exactMoney(held, 'USD')} held before</>}
          </span>
          <span className="block font-normal list-md:hidden">
            <JournalReference projectId={projectId} reference={reference} reason={reason} />
          </span>
        </span>
      ),
    },
    {
      id: 'available',
      header: 'Available (USD)',
      align: 'end',
      cell: (line) => (
        <span className="block">
          <Usd value={line.available} signed decimals={available} />
          <FundsBelow after={line.after} exact />
        </span>
      ),
    },
    {
      id: 'reserved',
      header: 'Held (USD)',
      align: 'end',
      hideBelow: 'sm',
      cell: (line) => <Usd value={line.reserved} signed decimals={reserved} />,
    },
    {
      id: 'after',
      header: 'Balance (USD)',
      align: 'end',
      hideBelow: 'sm',
      cell: (line) => <FundsAfter after={line.after} decimals={after} />,
    },
    {
      id: 'reference',
      header: 'Reference',
      hideBelow: 'md',
      cell: ({ reference, reason }) => <JournalReference projectId={projectId} reference={reference} reason={reason} />,
    },
    {
      id: 'rate',
      header: 'NGN per USD',
      align: 'end',
      hideBelow: 'lg',
      cell: ({ ngnPerUsd }) => (
        <span className="tabular text-muted-foreground">{ngnPerUsd === null ? '—' : groupDigits(ngnPerUsd)}</span>
      ),
    },
  ]
}
