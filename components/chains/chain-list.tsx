'use client'

import { useQuery } from '@tanstack/react-query'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Skeleton } from '@/components/ui/skeleton'
import type { GasHolding, OperatorChain } from '@/schemas/chains/contract'
import { AddChain } from './add-chain'

const COLUMNS: readonly TableColumn<OperatorChain>[] = [
  {
    id: 'name',
    header: 'Chain',
    cell: (chain) => (
      <span className="block min-w-0 py-1">
        <span className="block font-medium">{chain.name}</span>
        <span className="tabular block text-[0.8125rem] text-muted-foreground">
          {chain.code} · {chain.chainId}
        </span>
      </span>
    ),
    sortValue: (chain) => chain.name,
  },
  {
    id: 'state',
    header: 'State',
    cell: (chain) => {
      if (!chain.isActive) return <Badge>Switched off</Badge>
      return chain.endpoints.length > 0 ? (
        <Badge tone="success">Serving</Badge>
      ) : (
        <Badge tone="warning">No endpoint</Badge>
      )
    },
    sortValue: (chain) => (chain.isActive ? chain.endpoints.length : -1),
  },
  {
    id: 'endpoints',
    header: 'RPC endpoints',
    hideBelow: 'md',
    cell: (chain) => <span className="break-all font-mono text-[0.8125rem]">{chain.endpoints.join(', ') || '—'}</span>,
  },
  {
    id: 'network',
    header: 'Network',
    hideBelow: 'lg',
    cell: (chain) => (chain.network === 'MAINNET' ? 'Mainnet' : 'Testnet'),
  },
  {
    id: 'gas',
    header: 'Gas',
    hideBelow: 'lg',
    cell: (chain) => (chain.gasPolicy === 'sponsored' ? 'Sponsored' : 'Debited'),
  },
  {
    id: 'confirmations',
    header: 'Confirmations',
    align: 'end',
    hideBelow: 'lg',
    cell: (chain) => chain.confirmations,
    sortValue: (chain) => chain.confirmations,
  },
  { id: 'block', header: 'Synced to', align: 'end', hideBelow: 'sm', cell: (chain) => chain.watchedBlock ?? '—' },
]

/**
 * The chains, and the funds of the platform for gas on each. A chain's own page has its endpoints, settings and tokens.
 */
export function ChainList() {
  const trpc = useTRPC()
  const query = useQuery(trpc.chains.list.queryOptions())
  const gas = useQuery(trpc.chains.listGasHoldings.queryOptions())
  return (
    <Page
      title="Chains"
      description="A chain serves transfers once it has an active RPC endpoint."
      actions={<AddChain />}
    >
      <Card title="Gas wallet" description="Pays for sponsored transfers; keep it funded on every serving chain.">
        <QueryContent query={gas} loading={<Skeleton className="h-20" />}>
          {(holdings) => <GasWallet holdings={holdings} chains={query.data?.items ?? []} />}
        </QueryContent>
      </Card>
      <QueryTable
        label="Chains"
        columns={COLUMNS}
        query={query}
        rowKey={(chain) => String(chain.chainId)}
        rowHref={(chain) => paths.chain(chain.chainId)}
      />
    </Page>
  )
}

type GasWalletProps = { holdings: readonly GasHolding[]; chains: readonly OperatorChain[] }

function GasWallet({ holdings, chains }: GasWalletProps) {
  const [first] = holdings
  if (!first) return <EmptyState title="No serving EVM chain, or no gas wallet yet" />
  const rows = holdings.map(({ chainId, balance, problem }) => {
    const chain = chains.find((known) => known.chainId === chainId)
    return {
      label: chain?.name ?? `Chain ${chainId}`,
      value: balance ? <Amount value={balance} unit={chain?.nativeSymbol} /> : <Badge tone="danger">{problem}</Badge>,
    }
  })
  return <KeyValueList items={[{ label: 'Address', value: <Address value={first.address} full /> }, ...rows]} />
}
