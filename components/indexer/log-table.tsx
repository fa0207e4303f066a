'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useMemo } from 'react'
import { ChainName } from '@/components/chains/chain-name'
import { paths } from '@/components/paths'
import { dateColumn, stateColumn, textColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { Time } from '@/components/ui/time'
import type { LogRow } from '@/schemas/indexer/logs/contract'
import { LOG_DISPLAYS, RESEND_LABELS } from './indexer-displays'
import { type LogFilter, toLogInput } from './log-filter'

type LogTableProps = {
  projectId: string
  filter: LogFilter
  onPage?: (page: number) => void
  /** Present while filters narrow the list. */
  onClear?: () => void
  flush?: boolean
}

const REFRESH_MS = 5_000

const columnsOf = (projectId: string): readonly TableColumn<LogRow>[] => [
  {
    id: 'event',
    header: 'Event',
    cell: (log) => (
      <span className="block py-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-[0.8125rem]">{log.eventType}</span>
          {log.sentAgainBy ? <Badge tone="accent">{RESEND_LABELS[log.sentAgainBy]}</Badge> : null}
        </span>
        <span className="block font-normal text-[0.8125rem] text-muted-foreground list-md:hidden">
          <Time value={log.createdAt} />
        </span>
      </span>
    ),
  },
  stateColumn((log) => log.status, LOG_DISPLAYS),
  { id: 'answer', header: 'Response', hideBelow: 'sm', cell: (log) => log.httpStatus || 'No response' },
  {
    id: 'transaction',
    header: 'Transaction',
    hideBelow: 'md',
    cell: (log) => (
      <span className="whitespace-nowrap font-mono text-[0.8125rem]">{shortenMiddle(log.transactionHash)}</span>
    ),
  },
  {
    id: 'network',
    header: 'Chain',
    hideBelow: 'lg',
    cell: (log) => <ChainName projectId={projectId} chainId={log.chainId} />,
  },
  textColumn((log) => log.webhookUrl, { id: 'url', header: 'URL', hideBelow: 'xl', isMono: true }),
  dateColumn((log) => log.createdAt, { header: 'Tried', hideBelow: 'md' }),
]

/** Attempts to deliver events, newest first; new ones appear automatically. */
export function LogTable({ projectId, filter, ...list }: LogTableProps) {
  const trpc = useTRPC()
  const columns = useMemo(() => columnsOf(projectId), [projectId])
  const query = useQuery(
    trpc.indexer.listLogs.queryOptions(toLogInput(projectId, filter), {
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    }),
  )
  return (
    <QueryTable
      {...list}
      label="Delivery logs"
      columns={columns}
      query={query}
      rowKey={(log) => log.id}
      rowHref={(log) => paths.eventLog(projectId, log.id)}
      empty={
        <EmptyState icon={<Send aria-hidden />} title="No deliveries yet">
          Each delivery attempt appears here, with its request and response.
        </EmptyState>
      }
    />
  )
}
