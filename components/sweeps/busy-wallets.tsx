'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '@/components/paths'
import { dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import type { SweepWalletView } from '@/schemas/sweeps/contract'
import { SWEEP_WALLET_DISPLAYS, TRIGGER_NAMES } from './rule-displays'

const REFRESH_MS = 5_000

const COLUMNS: readonly TableColumn<SweepWalletView>[] = [
  {
    id: 'address',
    header: 'Wallet',
    cell: ({ address, reason }) => (
      <span className="block py-1">
        <span className="whitespace-nowrap font-mono text-[0.8125rem]">{shortenMiddle(address)}</span>
        <span className="block max-w-64 break-words font-normal text-[0.8125rem] text-muted-foreground empty:hidden">
          {reason}
        </span>
      </span>
    ),
  },
  stateColumn((row) => row.state, SWEEP_WALLET_DISPLAYS),
  { id: 'trigger', header: 'Trigger', hideBelow: 'sm', cell: ({ trigger }) => TRIGGER_NAMES[trigger] },
  { id: 'failures', header: 'Failures', align: 'end', hideBelow: 'sm', cell: ({ failures }) => failures },
  dateColumn((row) => (row.state === 'DUE' ? row.dueAt : null), { id: 'due', header: 'Next try', hideBelow: 'md' }),
]

/** The wallets that a rule is at, failing ones first. */
export function BusyWallets({ projectId, ruleId }: { projectId: string; ruleId: string }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.sweeps.listBusyWallets.queryOptions({ projectId, ruleId }, { refetchInterval: REFRESH_MS }),
  )
  return (
    <Card title="Wallets in progress" flush>
      <QueryTable
        label="Wallets in progress"
        columns={COLUMNS}
        query={query}
        rowKey={(row) => row.walletId}
        rowHref={(row) => paths.wallet(projectId, row.walletId)}
        flush
        empty={
          <EmptyState title="No wallet needs a sweep">
            Wallets appear here while they are swept or wait for it.
          </EmptyState>
        }
      />
    </Card>
  )
}
