'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useMemo } from 'react'
import { ChainName, ChainText } from '@/components/chains/chain-name'
import { paths } from '@/components/paths'
import { CallLink } from '@/components/reference/call-link'
import { dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { TimeBelow } from '@/components/table/time-below'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { ShortId } from '@/components/ui/short-id'
import type { TokenOperationSummary } from '@/schemas/tokens/operations/contract'
import type { TransactionView } from '@/schemas/transactions/contract'
import { MovedAmount } from './moved-amount'
import { tokenOperationText } from './token-operation-text'
import { STATE_DISPLAYS, stateOf, TYPE_NAMES } from './transaction-displays'
import { type TransactionListFilter, toTransactionInput } from './transaction-filter'
import { useUnits } from './use-units'

type TransactionTableProps = {
  projectId: string
  /** The wallet whose transactions are listed. Each row then shows whether the wallet sent or received. */
  wallet?: { id: string; address: string }
  sweepRuleId?: string
  filter?: TransactionListFilter
  onPage?: (page: number) => void
  /** Present while filters narrow the list. */
  onClear?: () => void
  /** The newest alone. */
  most?: number
  flush?: boolean
}

const REFRESH_MS = { pending: 2_000, ended: 15_000 } as const

type Row = TransactionView & { tokenOperation: TokenOperationSummary | null }

/** Transactions, newest first; refreshed often while one of them is pending, otherwise every 15 seconds. */
export function TransactionTable(props: TransactionTableProps) {
  const { projectId, wallet, sweepRuleId, filter, most, ...list } = props
  const address = wallet?.address
  const trpc = useTRPC()
  const { movedOf } = useUnits(projectId)
  const query = useQuery(
    trpc.transactions.list.queryOptions(
      toTransactionInput(projectId, { ...filter, walletId: wallet?.id, sweepRuleId }),
      {
        placeholderData: keepPreviousData,
        select: (page) => (most === undefined ? page : { ...page, items: page.items.slice(0, most) }),
        refetchInterval: ({ state }) =>
          state.data?.items.some(({ status }) => status === 'PENDING') ? REFRESH_MS.pending : REFRESH_MS.ended,
      },
    ),
  )
  const columns = useMemo(
    (): readonly TableColumn<Row>[] => [
      {
        id: 'id',
        header: 'Transaction',
        cell: (row) => (
          <span className="block py-1">
            <span className="wrap-anywhere block w-44 text-balance list-sm:w-52 list-2xl:w-64">
              {row.tokenOperation ? tokenOperationText(row.tokenOperation) : TYPE_NAMES[row.type]}
            </span>
            {address ? <span className="block font-normal">{directionOf(row, address)}</span> : null}
            <span className="block font-normal text-[0.8125rem] text-muted-foreground below-list-sm:hidden">
              <ShortId value={row.id} />
            </span>
            <span className="block font-normal text-[0.8125rem] text-muted-foreground list-md:hidden">
              <ChainText projectId={projectId} chainId={row.chainId} />
            </span>
            {row.tokenOperation ? null : (
              <span className="block font-normal text-[0.8125rem] list-sm:hidden">
                <MovedAmount moved={movedOf(row)} />
              </span>
            )}
            <TimeBelow value={row.createdAt} until="md" />
          </span>
        ),
        trailing: (row) => <CopyButton value={row.id} label="Copy id" />,
      },
      stateColumn(stateOf, STATE_DISPLAYS),
      {
        id: 'amount',
        header: 'Amount',
        align: 'end',
        hideBelow: 'sm',
        cell: (row) => (
          <span className="block py-1">
            {row.tokenOperation ? (
              <OperationAmount operation={row.tokenOperation} hasValue={hasValue(row)} />
            ) : (
              <MovedAmount moved={movedOf(row)} />
            )}
            {row.valueUsd && hasValue(row) ? (
              <span className="block text-[0.8125rem] text-muted-foreground">
                <Amount value={row.valueUsd} unit="USD" />
              </span>
            ) : null}
          </span>
        ),
      },
      {
        id: 'to',
        header: 'From and to',
        hideBelow: 'lg',
        cell: (row) => <Parties from={row.fromAddress} to={row.tokenOperation?.to ?? row.toAddress} />,
      },
      {
        id: 'chain',
        header: 'Chain',
        hideBelow: 'md',
        cell: (row) => <ChainName projectId={projectId} chainId={row.chainId} />,
      },
      dateColumn((row) => row.createdAt, { hideBelow: 'md' }),
    ],
    [movedOf, projectId, address],
  )
  return (
    <QueryTable
      {...list}
      label="Transactions"
      columns={columns}
      query={query}
      rowKey={(row) => row.id}
      rowHref={(row) => paths.transaction(projectId, row.id)}
      empty={
        <EmptyState
          icon={<ArrowLeftRight aria-hidden />}
          title="No transactions yet"
          action={<CallLink operation="createTransfer" />}
        >
          Transactions appear here as soon as they are accepted.
        </EmptyState>
      }
    />
  )
}

/** The direction of the transaction for this wallet. A mint to itself has both. */
function directionOf({ fromAddress, toAddress, tokenOperation }: Row, address: string): string {
  if (fromAddress !== address) return 'Received'
  return (tokenOperation?.to ?? toAddress) === address ? 'Sent and received' : 'Sent'
}

/** Sender and recipient below each other; side by side they would need the width of the amount. */
function Parties({ from, to }: { from: string; to: string | null }) {
  return (
    <span className="grid">
      <Address value={from} kind="sender" className="text-muted-foreground" />
      {to ? <Address value={to} kind="recipient" /> : null}
    </span>
  )
}

function hasValue({ valueUsd, tokenOperation }: Row): boolean {
  return valueUsd !== null && valueUsd !== undefined && !(tokenOperation && Number(valueUsd) === 0)
}

/** The amount of the token. The coin that such a call sends along does not count. */
function OperationAmount({ operation, hasValue }: { operation: TokenOperationSummary; hasValue: boolean }) {
  if (operation.amount === null) return hasValue ? null : '—'
  return <Amount value={operation.amount} unit={operation.ticker} />
}
