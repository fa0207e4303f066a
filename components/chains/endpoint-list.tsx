'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Server } from 'lucide-react'
import { useMemo, useState } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { actionsColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { EmptyState } from '@/components/ui/empty-state'
import type { StateDisplay } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { EndpointHealthState, EndpointView } from '@/schemas/chains/contract'
import { AddEndpoint } from './add-endpoint'
import { ChainSettings } from './chain-settings'
import { ChainTokens } from './chain-tokens'
import { EndpointActions } from './endpoint-actions'
import { SwitchEndpoint } from './switch-endpoint'

const ENDPOINT_DISPLAYS = {
  well: { tone: 'success', label: 'Healthy' },
  unused: { tone: 'neutral', label: 'Not checked yet' },
  behind: { tone: 'warning', label: 'Behind' },
  failing: { tone: 'warning', label: 'Failing' },
  paused: { tone: 'danger', label: 'Paused' },
  wrong_chain: { tone: 'danger', label: 'Wrong chain' },
  off: { tone: 'neutral', label: 'Disabled' },
} satisfies Record<EndpointHealthState, StateDisplay>

const REFRESH_MS = 5_000

/** One chain: its endpoints with how they are, how it is used, and its tokens. */
export function EndpointList({ chainId }: { chainId: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [switching, setSwitching] = useState<EndpointView | null>(null)
  const query = useQuery(trpc.chains.listEndpoints.queryOptions({ chainId }, { refetchInterval: REFRESH_MS }))
  const { mutate: test, isPending: isTesting } = useServerMutation(trpc.chains.testEndpoint, {
    again: true,
    onSuccess: async ({ problem, head, latencyMs }) => {
      await client.invalidateQueries(trpc.chains.pathFilter())
      if (problem) toast.error(problem)
      else toast.success(`Answers in ${latencyMs} ms, at block ${head}`)
    },
    onError: (error) => toast.error(refusalText(error)),
  })
  const columns = useMemo(
    (): readonly TableColumn<EndpointView>[] => [
      { id: 'name', header: 'Endpoint', cell: (endpoint) => <Name endpoint={endpoint} /> },
      stateColumn((endpoint) => endpoint.health, ENDPOINT_DISPLAYS, { header: 'Health' }),
      {
        id: 'role',
        header: 'Role',
        hideBelow: 'lg',
        cell: (endpoint) => (endpoint.role === 'full' ? 'Reads and sends' : 'Sends only'),
      },
      { id: 'priority', header: 'Priority', align: 'end', hideBelow: 'lg', cell: (endpoint) => endpoint.priority },
      {
        id: 'head',
        header: 'Head',
        align: 'end',
        hideBelow: 'md',
        cell: (endpoint) => <span className="tabular">{endpoint.head ?? '—'}</span>,
      },
      {
        id: 'lag',
        header: 'Behind',
        align: 'end',
        hideBelow: 'lg',
        cell: (endpoint) => <span className="tabular whitespace-nowrap">{toLag(endpoint.lagBlocks)}</span>,
      },
      {
        id: 'latency',
        header: 'Latency',
        align: 'end',
        hideBelow: 'md',
        cell: ({ latencyMs }) => (
          <span className="tabular whitespace-nowrap">{latencyMs === null ? '—' : `${latencyMs} ms`}</span>
        ),
      },
      {
        id: 'checked',
        header: 'Last check',
        hideBelow: 'lg',
        cell: (endpoint) => <Time value={endpoint.checkedAt} />,
      },
      actionsColumn((endpoint) => (
        <EndpointActions
          chainId={chainId}
          endpoint={endpoint}
          isTesting={isTesting}
          onTest={() => test({ endpointId: endpoint.id })}
          onSwitch={() => setSwitching(endpoint)}
        />
      )),
    ],
    [chainId, test, isTesting],
  )
  const chain = query.data
  const isUnserved = chain && !chain.items.some(({ isActive, role }) => isActive && role === 'full')
  return (
    <Page
      title={chain?.name ?? 'Endpoints'}
      description="Reads go to the healthy endpoint with the lowest priority number. Transactions go to all endpoints at once. Health is as seen by this server."
      breadcrumbs={[{ label: 'Chains', href: paths.chains }]}
      actions={chain ? <AddEndpoint chainId={chainId} /> : null}
    >
      {isUnserved && chain.items.length > 0 ? (
        <Alert tone="warning">No active endpoint serves reads, so this chain accepts no transactions.</Alert>
      ) : null}
      <QueryTable
        label="Endpoints"
        columns={columns}
        query={query}
        rowKey={(endpoint) => endpoint.id}
        skeletonRows={2}
        empty={
          <EmptyState icon={<Server aria-hidden />} title="No endpoint yet">
            Add an endpoint so that the chain can accept transactions.
          </EmptyState>
        }
      />
      {chain ? (
        <>
          <ChainSettings chainId={chainId} />
          <ChainTokens chainId={chainId} />
        </>
      ) : null}
      <SwitchEndpoint endpoint={switching} onClose={() => setSwitching(null)} />
    </Page>
  )
}

function Name({ endpoint }: { endpoint: EndpointView }) {
  const { label, maskedUrl, problem, role, isActive } = endpoint
  return (
    <span className="block min-w-0 py-1">
      <span className="block font-medium">{label}</span>
      <span className="block break-all font-mono text-[0.8125rem] text-muted-foreground">{maskedUrl}</span>
      {role === 'send_only' ? (
        <span className="block text-[0.8125rem] text-muted-foreground list-lg:hidden">Sends only</span>
      ) : null}
      {problem && isActive ? (
        <span className="mt-0.5 block max-w-md break-words text-[0.8125rem] text-danger-foreground">{problem}</span>
      ) : null}
    </span>
  )
}

function toLag(blocks: string | null): string {
  if (blocks === null) return '—'
  return blocks === '1' ? '1 block' : `${blocks} blocks`
}
