'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { paths } from '@/components/paths'
import { QueryError } from '@/components/query-error'
import { amountColumn, dateColumn, stateColumn } from '@/components/table/columns'
import { DataTable } from '@/components/table/data-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import type { TransactionStatus, TransactionView } from '@/server/transactions/contract'
import { toTransactionInput } from './transaction-filter'
import { TRANSACTION_LOOKS } from './transaction-looks'
import { useUnit } from './use-unit'

type TransactionTableProps = {
  projectId: string
  walletId?: string
  filter?: { chainType: 'EVM' | 'SOLANA' | null; status: TransactionStatus | null; search: string; page: number }
  onPageChange?: (page: number) => void
  empty?: ReactNode
  className?: string
}

const REFRESH_MS = 2_000

/** Transactions, newest first; refreshed while one of those shown is under way. */
export function TransactionTable(props: TransactionTableProps) {
  const { projectId, walletId, filter, onPageChange, empty, className } = props
  const trpc = useTRPC()
  const { unitOf, chainName } = useUnit(projectId)
  const query = useQuery(
    trpc.transactions.list.queryOptions(toTransactionInput(projectId, { ...filter, walletId }), {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.items.some((transaction) => transaction.status === 'PENDING') ? REFRESH_MS : false,
    }),
  )
  const columns = useMemo(
    (): readonly TableColumn<TransactionView>[] => [
      {
        id: 'id',
        header: 'Transaction',
        cell: (row) => (
          <span className="block py-1">
            <span title={row.id} className="block font-mono text-[0.8125rem]">
              {shortenMiddle(row.id, 8, 4)}
            </span>
            <span className="block whitespace-nowrap font-normal text-[0.8125rem] text-muted-foreground sm:hidden">
              {row.amount} {unitOf(row)}
            </span>
          </span>
        ),
        trailing: (row) => <CopyButton value={row.id} label="Copy id" />,
      },
      stateColumn((row) => row.status, TRANSACTION_LOOKS),
      amountColumn((row) => ({ amount: row.amount, unit: unitOf(row) }), { hideBelow: 'sm' }),
      {
        id: 'to',
        header: 'To',
        hideBelow: 'lg',
        cell: (row) => (
          <span title={row.toAddress} className="font-mono text-[0.8125rem]">
            {shortenMiddle(row.toAddress)}
          </span>
        ),
      },
      { id: 'chain', header: 'Chain', hideBelow: 'md', cell: (row) => chainName(row.chainId) },
      dateColumn((row) => row.createdAt, { hideBelow: 'md' }),
    ],
    [unitOf, chainName],
  )
  if (query.error) return <QueryError query={query} />
  const { data } = query
  const pagination = data?.pagination
  return (
    <DataTable
      label="Transactions"
      className={className}
      columns={columns}
      rows={data?.items}
      rowKey={(row) => row.id}
      rowHref={(row) => paths.transaction(projectId, row.id)}
      stale={query.isPlaceholderData}
      empty={
        empty ?? (
          <EmptyState icon={<ArrowLeftRight aria-hidden />} title="No transactions yet">
            Transfers made through the API appear here the moment they are accepted.
          </EmptyState>
        )
      }
      footer={
        pagination && onPageChange && pagination.total > pagination.limit ? (
          <Pagination
            page={Math.floor(pagination.offset / pagination.limit) + 1}
            pageSize={pagination.limit}
            total={pagination.total}
            onPageChange={onPageChange}
          />
        ) : undefined
      }
    />
  )
}
