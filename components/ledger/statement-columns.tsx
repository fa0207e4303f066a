import { textColumn } from '@/components/table/columns'
import type { TableColumn } from '@/components/table/table-column'
import { ShortId } from '@/components/ui/short-id'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { StatementRow } from '@/schemas/ledger/statement/contract'
import { groupDigits } from '@/server/money/display-amount'
import { FundsAfter, FundsBelow } from './funds-after'
import { JOURNAL_DISPLAYS } from './journal-displays'
import { Usd } from './usd'

export const STATEMENT_COLUMNS: readonly TableColumn<StatementRow>[] = [
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kind, at }) => (
      <span className="inline-flex flex-col items-start gap-1 py-1">
        <StateBadge state={kind} displays={JOURNAL_DISPLAYS} />
        <span className="text-muted-foreground text-xs">
          <Time value={at} />
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
        <Usd value={line.available} signed exact />
        <FundsBelow after={line.after} exact />
      </span>
    ),
  },
  {
    id: 'reserved',
    header: 'Held (USD)',
    align: 'end',
    hideBelow: 'sm',
    cell: (line) => <Usd value={line.reserved} signed exact />,
  },
  {
    id: 'after',
    header: 'Balance (USD)',
    align: 'end',
    hideBelow: 'sm',
    cell: (line) => <FundsAfter after={line.after} exact />,
  },
  { id: 'reference', header: 'Reference', hideBelow: 'md', cell: (line) => <Reference line={line} /> },
  {
    id: 'rate',
    header: 'NGN per USD',
    align: 'end',
    hideBelow: 'lg',
    cell: ({ ngnPerUsd }) => (
      <span className="tabular text-muted-foreground">{ngnPerUsd === null ? '—' : groupDigits(ngnPerUsd)}</span>
    ),
  },
  textColumn(({ reason }) => reason, { id: 'reason', header: 'Reason', hideBelow: 'lg' }),
]

function Reference({ line: { reference } }: { line: StatementRow }) {
  if (!reference) return <span className="text-muted-foreground">—</span>
  return (
    <span className="inline-flex flex-col">
      <span className="text-muted-foreground text-xs">{reference.type}</span>
      <ShortId value={reference.name} />
    </span>
  )
}
