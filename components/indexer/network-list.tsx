'use client'

import { useQuery } from '@tanstack/react-query'
import { RadioTower } from 'lucide-react'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Time } from '@/components/ui/time'
import type { NetworkDepth, NetworkView } from '@/schemas/indexer/networks/contract'

const REFRESH_MS = 5_000
const RECENT_SECONDS = 600

const COLUMNS: readonly TableColumn<NetworkView>[] = [
  {
    id: 'chain',
    header: 'Chain',
    cell: ({ name, code, chainId, trouble }) => (
      <span className="block min-w-0 py-1">
        <span className="block whitespace-nowrap font-medium">{name}</span>
        <span className="tabular block whitespace-nowrap text-[0.8125rem] text-muted-foreground">
          {code} · {chainId}
        </span>
        {trouble ? <span className="block text-[0.8125rem] text-danger-foreground">{trouble}</span> : null}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ trouble }) => <Badge tone={trouble ? 'danger' : 'success'}>{trouble ? 'Degraded' : 'Healthy'}</Badge>,
  },
  {
    id: 'head',
    header: 'Head',
    hideBelow: 'md',
    cell: ({ headBlock, headAt }) => (
      <span className="block">
        <span className="tabular block">{headBlock ?? '—'}</span>
        <span className="block text-[0.8125rem] text-muted-foreground">
          <Time value={headAt} fallback="never" />
        </span>
      </span>
    ),
  },
  {
    id: 'read',
    header: 'Synced to',
    cell: ({ depths }) => (
      <ul className="space-y-1">
        {depths.map((depth) => (
          <li key={depth.depth}>
            <span className="tabular block">{depth.readBlock ?? '—'}</span>
            <span className="tabular block text-[0.8125rem] text-muted-foreground">{textOf(depth)}</span>
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: 'events',
    header: 'Events per second',
    align: 'end',
    hideBelow: 'sm',
    cell: ({ recentEvents }) => (recentEvents / RECENT_SECONDS).toFixed(2),
  },
  {
    id: 'endpoints',
    header: 'Endpoints',
    align: 'end',
    hideBelow: 'lg',
    cell: ({ endpoints: { active, faulty } }) => (faulty > 0 ? `${active}, ${faulty} failing` : active),
  },
  { id: 'undecodable', header: 'Not decoded', align: 'end', hideBelow: 'lg', cell: (row) => row.undecodable },
  { id: 'replays', header: 'Replays', align: 'end', hideBelow: 'xl', cell: (row) => row.runningReplays },
]

/** The chains with event subscriptions: their newest block, and the delay of the readers. */
export function NetworkList() {
  const trpc = useTRPC()
  const query = useQuery(trpc.indexer.listNetworks.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return (
    <Page
      title="Networks"
      description="Chains with event subscriptions. Each number of confirmations has its own reader. Events per second are averaged over the last ten minutes."
    >
      <QueryTable
        label="Networks"
        columns={COLUMNS}
        query={query}
        rowKey={(row) => String(row.chainId)}
        rowHref={(row) => paths.chain(row.chainId)}
        empty={
          <EmptyState icon={<RadioTower aria-hidden />} title="No event subscriptions yet">
            A chain appears here once a project subscribes to its events.
          </EmptyState>
        }
      />
    </Page>
  )
}

function textOf({ depth, lagBlocks, lagSeconds, subscriptions }: NetworkDepth): string {
  const rule = depth === 0 ? 'final' : `${depth} confirmations`
  const lag = lagBlocks === null ? 'not read yet' : `${lagBlocks} blocks, ${lagSeconds} s behind`
  return `${rule} · ${lag} · ${subscriptions} ${subscriptions === 1 ? 'subscription' : 'subscriptions'}`
}
