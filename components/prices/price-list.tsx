'use client'

import { useQuery } from '@tanstack/react-query'
import { Page } from '@/components/layout/page'
import { actionsColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import type { PriceSourceView } from '@/schemas/prices/contract'
import { exactAmount } from '@/server/money/display-amount'
import { SetFeed } from './set-feed'
import { SetPrice } from './set-price'

const COLUMNS: readonly TableColumn<PriceSourceView>[] = [
  {
    id: 'symbol',
    header: 'Symbol',
    cell: (row) => <span className="font-medium">{row.symbol}</span>,
    sortValue: (row) => row.symbol,
  },
  {
    id: 'price',
    header: 'Price (USD)',
    align: 'end',
    cell: (row) =>
      row.priceUsd === null ? (
        <span className="text-muted-foreground">—</span>
      ) : (
        <span className="tabular whitespace-nowrap">{exactAmount(row.priceUsd, 'USD')}</span>
      ),
  },
  { id: 'state', header: 'State', cell: (row) => <State row={row} /> },
  { id: 'at', header: 'Since', hideBelow: 'sm', cell: (row) => <Time value={row.at} fallback="—" /> },
  {
    id: 'source',
    header: 'Source',
    hideBelow: 'md',
    cell: ({ source, feed }) => {
      if (!feed) return source === 'fixed' ? 'Set by an operator' : '—'
      return (
        <span className="flex flex-wrap items-center gap-x-2">
          Feed on {feed.chainName} <Address value={feed.address} />
        </span>
      )
    },
  },
  {
    id: 'limit',
    header: 'Age limit',
    align: 'end',
    hideBelow: 'lg',
    cell: (row) =>
      row.maxAgeSeconds === null ? (
        '—'
      ) : (
        <span className="whitespace-nowrap">{Math.round(row.maxAgeSeconds / 60)} min</span>
      ),
  },
  actionsColumn((row) => (
    <span className="flex flex-wrap justify-end gap-2">
      <SetFeed source={row} />
      <SetPrice source={row} />
    </span>
  )),
]

function State({ row: { problem, priceUsd, source } }: { row: PriceSourceView }) {
  if (problem === null) return <Badge tone="success">{source === 'fixed' ? 'Fixed' : 'Fresh'}</Badge>
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2 py-1">
      <Badge tone={priceUsd === null ? 'danger' : 'warning'}>{priceUsd === null ? 'No price' : 'Last answer'}</Badge>
      <span className="max-w-80 text-[0.8125rem] text-muted-foreground">{problem}</span>
    </span>
  )
}

/** The sources of prices with their current prices. Two operators can change the source of a symbol. */
export function PriceList() {
  const trpc = useTRPC()
  const query = useQuery(trpc.prices.list.queryOptions())
  return (
    <Page
      title="Prices"
      description="Gas is held and charged, and policy limits are counted, at these prices. Without a fresh price, transactions that pay gas in USD are refused with 503."
    >
      <QueryTable label="Prices" columns={COLUMNS} query={query} rowKey={(row) => row.symbol} />
    </Page>
  )
}
