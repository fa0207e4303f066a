import type { ReactNode } from 'react'
import { BusinessLink } from '@/components/businesses/business-link'
import { dateColumn } from '@/components/table/columns'
import type { TableColumn } from '@/components/table/table-column'
import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import type { ExceptionSubjects, ExceptionView } from '@/schemas/exceptions/contract'
import { EXCEPTION_KIND_NAMES, type ExceptionKind } from '@/schemas/exceptions/words'
import { exactMoney } from '@/server/money/display-amount'
import { EXCEPTION_PARTS } from './exception-parts'

type Row = ExceptionView

/** The columns of the list. Narrow tables show everything below the amount. */
export const EXCEPTION_COLUMNS: readonly TableColumn<Row>[] = [
  {
    id: 'money',
    header: 'Money',
    cell: (row) => (
      <span className="block min-w-0 space-y-1 py-1">
        <Money money={row.money} />
        <span className="block">
          <Badge>{EXCEPTION_KIND_NAMES[row.kind]}</Badge>
        </span>
        <span className="block space-y-1 list-md:hidden">
          <Happened row={row} />
          <span className="block text-[0.8125rem] text-muted-foreground">
            {row.business ? `${row.business.name}, waiting since ` : 'Waiting since '}
            <Time value={row.waitingSince} />
          </span>
        </span>
      </span>
    ),
  },
  { id: 'happened', header: 'What happened', hideBelow: 'md', cell: (row) => <Happened row={row} /> },
  {
    id: 'business',
    header: 'Business',
    hideBelow: 'lg',
    cell: ({ business }) => (business ? <BusinessLink id={business.id} name={business.name} /> : <Dash />),
  },
  dateColumn((row) => row.waitingSince, { header: 'Waiting since', hideBelow: 'md' }),
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    cell: (row) => (
      <span className="flex flex-wrap justify-end gap-2 list-lg:flex-nowrap">{actionsOf(row.kind, row.subject)}</span>
    ),
  },
]

function Money({ money }: { money: Row['money'] }) {
  if (!money) return <span className="block text-muted-foreground">No amount</span>
  return <span className="tabular block break-words font-medium">{exactMoney(money.amount, money.unit)}</span>
}

function Happened({ row }: { row: Row }) {
  const { happened, proposal } = row
  return (
    <span className="block max-w-lg space-y-1 py-1">
      <span className="block break-words">{happened}</span>
      <span className="flex flex-wrap items-center gap-x-3 text-[0.8125rem] text-muted-foreground">
        {aboutOf(row.kind, row.subject)}
      </span>
      {proposal ? (
        <span className="wrap-anywhere block text-[0.8125rem]">
          Proposed by {proposal.by}: {proposal.what}
        </span>
      ) : null}
    </span>
  )
}

// Two functions with a variable kind: the parts of a kind fit the subject of the same kind.
function aboutOf<K extends ExceptionKind>(kind: K, subject: ExceptionSubjects[K]): ReactNode {
  return EXCEPTION_PARTS[kind].about(subject)
}
function actionsOf<K extends ExceptionKind>(kind: K, subject: ExceptionSubjects[K]): ReactNode {
  return EXCEPTION_PARTS[kind].actions(subject)
}

function Dash() {
  return <span className="text-muted-foreground">—</span>
}
