'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BusinessLink } from '@/components/businesses/business-link'
import { dateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Hint } from '@/components/ui/hint'
import { ShortId } from '@/components/ui/short-id'
import { StateBadge } from '@/components/ui/state-badge'
import type { EntryView } from '@/schemas/ledger/contract'
import { JOURNAL_DISPLAYS } from './journal-displays'
import { SignedAmount } from './signed-amount'

const COLUMNS: readonly TableColumn<EntryView>[] = [
  { id: 'kind', header: 'Journal', cell: (row) => <StateBadge state={row.journalKind} displays={JOURNAL_DISPLAYS} /> },
  {
    id: 'business',
    header: 'Business',
    hideBelow: 'sm',
    cell: (row) => <BusinessLink id={row.businessId} name={row.businessName} />,
  },
  { id: 'amount', header: 'Amount', align: 'end', cell: (row) => <SignedAmount value={row.amount} /> },
  {
    id: 'after',
    header: 'Balance after',
    align: 'end',
    hideBelow: 'sm',
    cell: (row) => <SignedAmount value={row.balanceAfter} />,
  },
  {
    id: 'rate',
    header: 'NGN for 1 USD',
    align: 'end',
    hideBelow: 'md',
    cell: ({ ngnPerUsd }) => (ngnPerUsd === null ? '—' : <SignedAmount value={ngnPerUsd} />),
  },
  {
    id: 'reference',
    header: 'Subject',
    hideBelow: 'lg',
    cell: ({ reference }) =>
      reference === null ? (
        '—'
      ) : (
        <span className="whitespace-nowrap">
          {reference.type} <ShortId value={reference.id} />
        </span>
      ),
  },
  {
    id: 'reason',
    header: 'Reason',
    hideBelow: 'lg',
    cell: ({ reason }) => (
      <Hint content={reason} className="block max-w-56 truncate">
        {reason}
      </Hint>
    ),
  },
  dateColumn((row) => row.createdAt, { header: 'When', hideBelow: 'sm' }),
]

type AccountEntriesProps = {
  account: { currency: string; kind: string }
  page: number
  onPage: (page: number) => void
}

/** The ledger entries of an account of the platform. */
export function AccountEntries({ account, page, onPage }: AccountEntriesProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.ledger.listEntries.queryOptions({ ...account, page }, { placeholderData: keepPreviousData }),
  )
  return (
    <section aria-labelledby="entries" className="space-y-3">
      <h2 id="entries" className="font-semibold text-[0.9375rem] leading-6 tracking-tight">
        Entries of <span className="break-all font-mono">{account.kind}</span>
      </h2>
      <QueryTable label="Entries" columns={COLUMNS} query={query} rowKey={(row) => row.journalId} onPage={onPage} />
    </section>
  )
}
