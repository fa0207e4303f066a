'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import { paths } from '@/components/paths'
import { dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { TimeBelow } from '@/components/table/time-below'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import { Hint } from '@/components/ui/hint'
import type { MessageView } from '@/schemas/webhooks/contract'
import type { MessageStatus } from '@/schemas/webhooks/words'
import { MESSAGE_DISPLAYS, type MessageKind, messageState } from './message-displays'
import { toMessageInput } from './message-filter'

type MessageTableProps = {
  projectId: string
  transactionId?: string
  depositId?: string
  endpointId?: string
  filter?: { status: MessageStatus | null; kind: MessageKind | null; search: string; page: number }
  onPage?: (page: number) => void
  /** Present while filters narrow the list. */
  onClear?: () => void
  flush?: boolean
}

const REFRESH_MS = 2_000

const COLUMNS: readonly TableColumn<MessageView>[] = [
  {
    id: 'kind',
    header: 'Event',
    cell: (message) => (
      <span className="block py-1">
        <span className="block font-mono text-[0.8125rem] below-list-sm:text-xs">{message.kind}</span>
        <TimeBelow value={message.createdAt} until="md" />
      </span>
    ),
  },
  stateColumn(messageState, MESSAGE_DISPLAYS),
  {
    id: 'answer',
    header: 'Last response',
    hideBelow: 'sm',
    cell: (message) => message.lastHttpStatus ?? (message.attemptCount > 0 ? 'No response' : '—'),
  },
  { id: 'attempts', header: 'Attempts', align: 'end', hideBelow: 'sm', cell: (message) => message.attemptCount },
  {
    id: 'url',
    header: 'URL',
    hideBelow: 'lg',
    cell: (message) => (
      <Hint content={message.url} className="block max-w-52 truncate list-2xl:max-w-64 font-mono text-[0.8125rem]">
        {message.url.replace(/^https?:\/\//, '')}
      </Hint>
    ),
  },
  dateColumn((message) => nextRetry(message), { id: 'next', header: 'Next retry', fallback: '—', hideBelow: '2xl' }),
  dateColumn((message) => message.createdAt, { hideBelow: 'md' }),
]
/** The columns for one endpoint, whose page shows its URL already. */
const COLUMNS_OF_ENDPOINT = COLUMNS.filter(({ id }) => id !== 'url')

/** Outcome webhooks, newest first; refreshed while a shown one is pending. */
export function MessageTable(props: MessageTableProps) {
  const { projectId, transactionId, depositId, endpointId, filter, ...list } = props
  const sourceId = transactionId ?? depositId
  const trpc = useTRPC()
  const query = useQuery(
    trpc.webhooks.list.queryOptions(toMessageInput(projectId, { ...filter, sourceId, endpointId }), {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.items.some((message) => message.status === 'pending') ? REFRESH_MS : false,
    }),
  )
  return (
    <QueryTable
      {...list}
      label="Webhook deliveries"
      columns={endpointId ? COLUMNS_OF_ENDPOINT : COLUMNS}
      query={query}
      rowKey={(message) => message.id}
      rowHref={(message) => paths.webhook(projectId, message.id)}
      empty={
        <EmptyState icon={<Webhook aria-hidden />} title="No deliveries yet">
          {emptyText({ transactionId, depositId, endpointId })}
        </EmptyState>
      }
    />
  )
}

/** One whose time has come is about to be sent. */
function nextRetry({ nextAttemptAt }: MessageView): string | null {
  return nextAttemptAt !== null && new Date(nextAttemptAt) > new Date() ? nextAttemptAt : null
}

type Subjects = Pick<MessageTableProps, 'transactionId' | 'depositId' | 'endpointId'>

function emptyText({ transactionId, depositId, endpointId }: Subjects): string {
  if (transactionId) return 'The outcome is sent as soon as the transaction ends.'
  if (depositId) return 'Webhook endpoints that subscribe to deposits are notified once the deposit is confirmed.'
  if (endpointId) return 'The next event for this endpoint appears here with every attempt.'
  return 'Send a test event, add a webhookUrl to a transfer, or add a webhook endpoint. Each delivery then appears here with every attempt.'
}
