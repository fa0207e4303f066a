'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowDownToLine } from 'lucide-react'
import { useMemo } from 'react'
import { ChainName, ChainText } from '@/components/chains/chain-name'
import { useChains } from '@/components/chains/use-chains'
import { paths } from '@/components/paths'
import { CallLink } from '@/components/reference/call-link'
import { addressColumn, dateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { TimeBelow } from '@/components/table/time-below'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { ExplorerLink } from '@/components/ui/explorer-link'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { StateBadge } from '@/components/ui/state-badge'
import { explorerUrl } from '@/components/wallets/explorer-url'
import type { DepositView } from '@/schemas/deposits/contract'
import type { ChainView } from '@/schemas/wallets/contract'
import { DEPOSIT_DISPLAYS, SCREENING_DISPLAYS } from './deposit-displays'
import { type DepositListFilter, toDepositInput } from './deposit-filter'

type DepositTableProps = {
  projectId: string
  /** Only deposits into this wallet, on its page. */
  walletId?: string
  filter?: DepositListFilter
  onPage?: (page: number) => void
  /** Present while filters narrow the list. */
  onClear?: () => void
  /** The newest alone. */
  most?: number
  flush?: boolean
}

/** Deposits may arrive at any time, and one that was seen changes soon. */
const REFRESH_MS = { seen: 2_000, settled: 10_000 } as const

/** The deposits into wallets, newest first; polled for new ones. */
export function DepositTable({ projectId, walletId, filter, most, ...list }: DepositTableProps) {
  const trpc = useTRPC()
  const chains = useChains(projectId)
  const query = useQuery(
    trpc.deposits.list.queryOptions(toDepositInput(projectId, walletId ? { ...filter, walletId } : { ...filter }), {
      placeholderData: keepPreviousData,
      select: (page) => (most === undefined ? page : { ...page, items: page.items.slice(0, most) }),
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ stage }) => stage === 'seen') ? REFRESH_MS.seen : REFRESH_MS.settled,
    }),
  )
  const columns = useMemo(
    () => columnsOf(chains ?? [], { projectId, isOfWallet: walletId !== undefined }),
    [chains, walletId, projectId],
  )
  return (
    <QueryTable
      {...list}
      label="Deposits"
      columns={columns}
      query={query}
      rowKey={(row) => row.id}
      rowHref={(row) => paths.deposit(projectId, row.id)}
      empty={
        <EmptyState
          icon={<ArrowDownToLine aria-hidden />}
          title="No deposits yet"
          action={<CallLink operation="listDeposits" />}
        >
          Coins and supported tokens sent to your wallets appear here moments after their block.
        </EmptyState>
      }
    />
  )
}

type Page = { projectId: string; isOfWallet: boolean }

function columnsOf(chains: readonly ChainView[], { projectId, isOfWallet }: Page): readonly TableColumn<DepositView>[] {
  const chainOf = (row: DepositView) => chains.find(({ chainId }) => chainId === row.chainId)
  const toWallet = addressColumn((row: DepositView) => row.address, { id: 'wallet', header: 'Wallet', hideBelow: 'lg' })
  return [
    {
      id: 'transaction',
      header: 'Transaction',
      cell: (row) => (
        <span className="block py-1 below-list-sm:min-w-36">
          <span className="whitespace-nowrap font-mono text-[0.8125rem]">{shortenMiddle(row.txHash)}</span>
          <span className="block font-normal text-[0.8125rem] list-sm:hidden">
            <Amount value={row.amount} unit={row.symbol} />
          </span>
          <span className="block font-normal text-[0.8125rem] text-muted-foreground list-md:hidden">
            <ChainText projectId={projectId} chainId={row.chainId} />
          </span>
          <TimeBelow value={row.createdAt} until="md" />
        </span>
      ),
      trailing: (row) => {
        const href = explorerUrl(chainOf(row), `tx/${row.txHash}`)
        return (
          <>
            <CopyButton value={row.txHash} label="Copy transaction hash" />
            {href ? <ExplorerLink href={href} kind="transaction" /> : null}
          </>
        )
      },
    },
    {
      id: 'state',
      header: 'Stage',
      cell: ({ stage, screened }) => (
        <span className="flex flex-wrap gap-1 py-1">
          <StateBadge state={stage} displays={DEPOSIT_DISPLAYS} />
          {screened && screened.status !== 'CLEARED' ? (
            <StateBadge state={screened.status} displays={SCREENING_DISPLAYS} />
          ) : null}
        </span>
      ),
    },
    {
      id: 'amount',
      header: 'Amount',
      align: 'end',
      hideBelow: 'sm',
      cell: (row) => (
        <span className="block py-1">
          <Amount value={row.amount} unit={row.symbol} />
          {row.valueUsd ? (
            <span className="block text-[0.8125rem] text-muted-foreground">
              <Amount value={row.valueUsd} unit="USD" />
            </span>
          ) : null}
        </span>
      ),
    },
    addressColumn((row) => row.fromAddress, { id: 'from', header: 'From', hideBelow: isOfWallet ? 'xl' : '2xl' }),
    ...(isOfWallet ? [] : [toWallet]),
    {
      id: 'chain',
      header: 'Chain',
      hideBelow: 'md',
      cell: (row) => <ChainName projectId={projectId} chainId={row.chainId} />,
    },
    dateColumn((row) => row.createdAt, { header: 'Seen', hideBelow: 'md' }),
  ]
}
