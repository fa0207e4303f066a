'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { actionsColumn, dateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Time } from '@/components/ui/time'
import type { ExceptionView } from '@/schemas/payments/exceptions/contract'
import { exactAmount } from '@/server/money/display-amount'
import { DecideException } from './decide-exception'
import { EXCEPTION_NAMES } from './payment-displays'
import { receiptSourceOf } from './provider-displays'
import { DECISION_NAMES } from './refund-displays'
import { StartReconciliation } from './start-reconciliation'

const REFRESH_MS = 10_000

const COLUMNS: readonly TableColumn<ExceptionView>[] = [
  {
    id: 'money',
    header: 'Money',
    cell: (row) => (
      <span className="block min-w-0 max-w-96 py-1">
        <span className="tabular block break-words font-medium">
          {exactAmount(row.amount, row.unit)} {row.unit}
        </span>
        <span className="block break-all text-[0.8125rem] text-muted-foreground">{receiptSourceOf(row)}</span>
        <span className="mt-1 block space-y-1 list-md:hidden">
          <Why row={row} />
          <span className="block text-[0.8125rem] text-muted-foreground">
            Paid <Time value={row.paidAt} />
          </span>
        </span>
        <span className="mt-1 block list-lg:hidden">
          <Proposal row={row} />
        </span>
      </span>
    ),
  },
  {
    id: 'why',
    header: 'Reason',
    hideBelow: 'md',
    cell: (row) => <Why row={row} />,
  },
  {
    id: 'proposal',
    header: 'Second person',
    hideBelow: 'lg',
    cell: (row) => (row.proposal === null ? '—' : <Proposal row={row} />),
  },
  dateColumn((row) => row.paidAt, { header: 'Paid', hideBelow: 'md' }),
  actionsColumn((row) => <DecideException receipt={row} />),
]

/** Money that could not be assigned, the oldest first. */
export function ExceptionQueue() {
  const trpc = useTRPC()
  const query = useQuery(trpc.payments.listExceptions.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return (
    <div className="space-y-4">
      <StartReconciliation />
      <QueryTable
        label="Exceptions"
        columns={COLUMNS}
        query={query}
        rowKey={(row) => row.id}
        empty={
          <EmptyState icon={<CircleCheck aria-hidden />} title="No exceptions">
            Money that does not match a payment, or that could not be priced, waits here for an operator.
          </EmptyState>
        }
      />
    </div>
  )
}

function Why({ row: { exceptions, paymentId } }: { row: ExceptionView }) {
  return (
    <span className="flex flex-wrap items-center gap-1">
      {paymentId ? <TextLink href={paths.operatorPayment(paymentId)}>Payment</TextLink> : 'Unknown account'}
      {exceptions.map((exception) => (
        <Badge key={exception} tone="warning">
          {EXCEPTION_NAMES[exception]}
        </Badge>
      ))}
    </span>
  )
}

/** The decision that waits for the second person. */
function Proposal({ row }: { row: ExceptionView }) {
  return row.proposal ? <Badge tone="accent">Proposed: {DECISION_NAMES[row.proposal.kind]}</Badge> : null
}
