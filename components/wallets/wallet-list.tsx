'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import type { ReactNode } from 'react'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterMetadata } from '@/components/filters/filter-metadata'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { paths } from '@/components/paths'
import { CallLink } from '@/components/reference/call-link'
import { dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import type { WalletView } from '@/schemas/wallets/contract'
import { BoundWalletBadge } from './bound-wallet-badge'
import { GenerateWallets } from './generate-wallets'
import { useWalletValues } from './use-wallet-values'
import { CHAIN_TYPE_NAMES, CHAIN_TYPE_OPTIONS, WALLET_DISPLAYS } from './wallet-displays'
import { toWalletInput, walletFilter } from './wallet-filter'

/** The business's wallets, newest first. */
export function WalletList({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(walletFilter)
  const wallets = useQuery(
    trpc.wallets.list.queryOptions(toWalletInput(projectId, filter), { placeholderData: keepPreviousData }),
  )
  const worthOf = useWalletValues(projectId, wallets.data?.items.map(({ id }) => id) ?? [])
  return (
    <>
      <FilterBar
        lead={
          <FilterSearch
            label="Search wallets"
            placeholder="Start or end of address, index, purpose"
            value={filter.search}
            onSearch={(search) => setFilter({ search: search || null, page: null })}
          />
        }
        count={countFilters(filter)}
        onClear={() => setFilter(withoutFilters(filter))}
      >
        <FilterMetadata value={filter.metadata} onChange={(metadata) => setFilter({ metadata, page: null })} />
        <FilterSelect
          label="Chain type"
          all="All chain types"
          options={CHAIN_TYPE_OPTIONS}
          value={filter.chainType}
          onChange={(chainType) => setFilter({ chainType, page: null })}
        />
      </FilterBar>
      <QueryTable
        label="Wallets"
        columns={columnsOf(projectId, worthOf)}
        query={wallets}
        rowKey={(wallet) => wallet.id}
        rowHref={(wallet) => paths.wallet(projectId, wallet.id)}
        onClear={filter.chainType || filter.search || filter.metadata ? () => setFilter(null) : undefined}
        onPage={(page) => setFilter({ page })}
        empty={
          <EmptyState
            icon={<Wallet aria-hidden />}
            title="No wallets yet"
            action={
              <>
                <GenerateWallets projectId={projectId} />
                <CallLink operation="createWallets" />
              </>
            }
          >
            Each wallet is an address derived from the seed of your business. Generate your first wallet to receive and
            send funds.
          </EmptyState>
        }
      />
    </>
  )
}

function columnsOf(projectId: string, worthOf: (walletId: string) => ReactNode): readonly TableColumn<WalletView>[] {
  return [
    {
      id: 'address',
      header: 'Address',
      cell: (wallet) => (
        <span className="block py-1">
          <span className="whitespace-nowrap font-mono text-[0.8125rem]">{shortenMiddle(wallet.address)}</span>
          <span className="block max-w-40 truncate font-normal text-[0.8125rem] text-muted-foreground list-sm:hidden">
            {CHAIN_TYPE_NAMES[wallet.chainType]}, {wallet.label ?? wallet.purpose}
          </span>
          <span className="block font-normal empty:hidden list-sm:hidden">
            <BoundWalletBadge projectId={projectId} wallet={wallet} />
          </span>
        </span>
      ),
      trailing: (wallet) => (
        <>
          <CopyButton value={wallet.address} label="Copy address" />
          <span className="hidden list-sm:inline">
            <BoundWalletBadge projectId={projectId} wallet={wallet} />
          </span>
        </>
      ),
    },
    { id: 'chainType', header: 'Chain type', hideBelow: 'sm', cell: (wallet) => CHAIN_TYPE_NAMES[wallet.chainType] },
    { id: 'worth', header: 'Balance', align: 'end', cell: (wallet) => worthOf(wallet.id) },
    { id: 'index', header: 'Index', align: 'end', hideBelow: 'sm', cell: (wallet) => wallet.addressIndex },
    {
      id: 'purpose',
      header: 'Purpose',
      hideBelow: 'md',
      cell: (wallet) => <span className="truncate">{wallet.purpose}</span>,
    },
    stateColumn((wallet) => (wallet.isActive ? 'active' : 'deactivated'), WALLET_DISPLAYS, { hideBelow: 'sm' }),
    dateColumn((wallet) => wallet.createdAt, { hideBelow: 'md' }),
  ]
}
