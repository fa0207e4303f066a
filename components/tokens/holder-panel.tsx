'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PieChart } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { amountColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { TokenView } from '@/schemas/tokens/contract'
import type { HolderView } from '@/schemas/tokens/holders/contract'
import { ExportHolders } from './export-holders'
import { InvestorLine } from './investor-line'
import { ShareChart } from './share-chart'
import { shareText } from './share-text'
import { tokenPageFilter } from './token-filter'

const REFRESH_MS = 5_000

const COLUMNS: readonly TableColumn<HolderView>[] = [
  {
    id: 'address',
    header: 'Holder',
    cell: ({ address, investorId, label, isFrozen, balance }) => (
      <span className="block py-1">
        <span className="flex flex-wrap items-center gap-2">
          <Address value={address} />
          {isFrozen ? <Badge tone="warning">Frozen</Badge> : null}
        </span>
        <InvestorLine parts={[investorId ?? 'token admin', label]} />
        <Amount value={balance} className="wrap-anywhere block max-w-44 whitespace-normal list-sm:hidden" />
      </span>
    ),
  },
  amountColumn((row) => ({ amount: row.balance, unit: null }), { header: 'Tokens', hideBelow: 'sm' }),
  {
    id: 'share',
    header: 'Share',
    align: 'end',
    cell: ({ sharePercent }) => <span className="tabular whitespace-nowrap">{shareText(sharePercent, 4)}</span>,
  },
]

/** The holders of a token, the largest first, with a chart of their shares. */
export function HolderPanel({ projectId, token }: { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const [{ page }, setFilter] = useQueryStates(tokenPageFilter)
  const query = useQuery(
    trpc.tokens.listHolders.queryOptions(
      { projectId, tokenId: token.id, page },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
    ),
  )
  return (
    <Card
      title="Holders"
      description={query.data ? `As of block ${query.data.block.toLocaleString('en-US')}` : undefined}
      actions={<ExportHolders projectId={projectId} tokenId={token.id} />}
      flush
    >
      {query.data && page === 1 && query.data.items.length > 0 ? <ShareChart holders={query.data.items} /> : null}
      <QueryTable
        flush
        label="Holders"
        columns={COLUMNS}
        query={query}
        rowKey={(row) => row.address}
        onPage={(next) => setFilter({ page: next })}
        empty={
          <EmptyState icon={<PieChart aria-hidden />} title="No holders yet">
            Register wallets, then mint tokens to them.
          </EmptyState>
        }
      />
    </Card>
  )
}
