import { Fuel } from 'lucide-react'
import type { ReactNode } from 'react'
import { Usd } from '@/components/ledger/usd'
import { actionsColumn } from '@/components/table/columns'
import type { ListQuery } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { GasBudgetView } from '@/schemas/sponsorship/contract'

const COLUMNS: readonly TableColumn<GasBudgetView>[] = [
  {
    id: 'chain',
    header: 'Chain',
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {row.chainName}
        {row.isSet ? <Badge>Set by the operator</Badge> : null}
      </span>
    ),
  },
  { id: 'left', header: 'Left today (USD)', align: 'end', cell: (row) => <Left row={row} /> },
  {
    id: 'spent',
    header: 'Spent (USD)',
    align: 'end',
    hideBelow: 'sm',
    cell: (row) => <Usd value={row.spent} />,
  },
  {
    id: 'reserved',
    header: 'Held (USD)',
    align: 'end',
    hideBelow: 'sm',
    cell: (row) => <Usd value={row.reserved} />,
  },
  {
    id: 'daily',
    header: 'Daily budget (USD)',
    align: 'end',
    hideBelow: 'sm',
    cell: (row) => <Usd value={row.daily} />,
  },
]

type GasBudgetCardProps = {
  /** The meaning of the figures for their reader. */
  description: string
  query: ListQuery<GasBudgetView>
  /** The actions on a row. */
  actions?: (row: GasBudgetView) => ReactNode
}

/** The rest of today's budget of a business for gas that the platform pays, by chain. */
export function GasBudgetCard({ description, query, actions }: GasBudgetCardProps) {
  return (
    <Card title="Sponsored gas" description={description} flush>
      <QueryTable
        label="Sponsored gas today"
        flush
        columns={actions ? [...COLUMNS, actionsColumn(actions)] : COLUMNS}
        query={query}
        rowKey={(row) => String(row.chainId)}
        skeletonRows={2}
        empty={
          <EmptyState icon={<Fuel aria-hidden />} title="No chains with sponsored gas">
            Your balance pays for gas on every chain.
          </EmptyState>
        }
      />
    </Card>
  )
}

function Left({ row }: { row: GasBudgetView }) {
  if (isZero(row.daily)) return <span className="text-muted-foreground">No budget</span>
  return (
    <span className="inline-flex flex-col items-end">
      {isZero(row.left) ? <Badge tone="warning">Used up</Badge> : <Usd value={row.left} />}
      <span className="text-[0.8125rem] text-muted-foreground list-sm:hidden">
        of <Usd value={row.daily} />
      </span>
    </span>
  )
}

function isZero(usd: string): boolean {
  return /^0(\.0+)?$/.test(usd)
}
