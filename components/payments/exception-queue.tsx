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
import { formatDecimal } from '@/components/ui/format-decimal'
import { formatAmount } from '@/server/money/amount'
import type { ExceptionView } from '@/server/payments/exceptions/contract'
import { DecideException } from './decide-exception'
import { EXCEPTION_NAMES } from './payment-looks'

const REFRESH_MS = 10_000
const KOBO = 2

const COLUMNS: readonly TableColumn<ExceptionView>[] = [
  {
    id: 'money',
    header: 'Money',
    cell: (row) => (
      <span className="block py-1">
        <span className="tabular block whitespace-nowrap font-medium">{amountOf(row)}</span>
        <span className="block break-all text-[0.8125rem] text-muted-foreground">
          {row.provider} {row.providerTxnId}
        </span>
      </span>
    ),
  },
  {
    id: 'why',
    header: 'Why',
    hideBelow: 'md',
    cell: ({ exceptions, paymentId }) => (
      <span className="flex flex-wrap items-center gap-1">
        {paymentId ? <TextLink href={paths.operatorPayment(paymentId)}>For a payment</TextLink> : 'Names no account'}
        {exceptions.map((exception) => (
          <Badge key={exception} tone="warning">
            {EXCEPTION_NAMES[exception]}
          </Badge>
        ))}
      </span>
    ),
  },
  {
    id: 'proposal',
    header: 'Second person',
    hideBelow: 'lg',
    cell: ({ proposal }) => (proposal === null ? '—' : <Badge tone="accent">Asked to {kindOf(proposal)}</Badge>),
  },
  dateColumn((row) => row.paidAt, { header: 'Paid', hideBelow: 'md' }),
  actionsColumn((row) => <DecideException receipt={row} />),
]

/** Money whose place nobody could tell, what came first before. */
export function ExceptionQueue() {
  const trpc = useTRPC()
  const query = useQuery(trpc.payments.listExceptions.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return (
    <QueryTable
      label="Exceptions"
      columns={COLUMNS}
      query={query}
      rowKey={(row) => row.id}
      empty={
        <EmptyState icon={<CircleCheck aria-hidden />} title="Nothing waits">
          Money that names no payment of ours, or that nobody could price, waits here for an operator.
        </EmptyState>
      }
    />
  )
}

/** Tokens of unknown decimals as they are counted on their chain. */
function amountOf({ currency, units }: ExceptionView): string {
  return currency === 'NGN' ? `${formatDecimal(formatAmount(BigInt(units), KOBO))} NGN` : `${units} of ${currency}`
}

/** A proposal starts with what is proposed. */
function kindOf(proposal: string): string {
  return /"kind":"(\w+)"/.exec(proposal)?.[1] ?? 'decide'
}
