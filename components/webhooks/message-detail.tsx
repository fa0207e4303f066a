'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { IdLink } from '@/components/table/id-link'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { indentedJson } from '@/components/ui/indented-json'
import { KeyValueList } from '@/components/ui/key-value-list'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { MessageView } from '@/schemas/webhooks/contract'
import { DeliveryAttempts } from './delivery-attempts'
import { MESSAGE_DISPLAYS, messageState, WITHDRAWAL_TEXTS } from './message-displays'
import { ResendMessage } from './resend-message'
import { SignatureCheck } from './signature-check'
import { toSourceLink } from './source-link'

type MessageDetailProps = { projectId: string; messageId: string }

const REFRESH_MS = 2_000

/** One webhook message: its destination, every attempt, and the signed body. */
export function MessageDetail({ projectId, messageId }: MessageDetailProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.webhooks.get.queryOptions(
      { projectId, messageId },
      { refetchInterval: ({ state }) => (isUnderWay(state.data?.message) ? REFRESH_MS : false) },
    ),
  )
  return (
    <QueryPage
      query={query}
      title="Webhook delivery"
      breadcrumbs={[{ label: 'Webhook deliveries', href: paths.webhooks(projectId) }]}
      head={({ message }) => ({
        title: <span className="font-mono">{message.kind}</span>,
        badge: <StateBadge state={messageState(message)} displays={MESSAGE_DISPLAYS} />,
        actions: <ResendMessage projectId={projectId} message={message} />,
      })}
    >
      {({ message, body, attempts }) => (
        <>
          {message.withdrawnBecause ? <Alert tone="warning">{WITHDRAWAL_TEXTS[message.withdrawnBecause]}</Alert> : null}
          <Card title="Message">
            <KeyValueList
              items={[
                { label: 'URL', value: <Address value={message.url} kind="URL" full /> },
                { label: 'ID', value: <Address value={message.id} kind="id" full /> },
                ...sourceItems(projectId, message, body),
                ...endpointItems(projectId, message),
                { label: 'Created', value: <Time value={message.createdAt} /> },
                {
                  label: 'Next retry',
                  value: <Time value={message.nextAttemptAt} fallback="None scheduled" />,
                  hidden: message.status !== 'pending',
                },
              ]}
            />
          </Card>
          <Card title="Attempts" description="Your URL must return a 2xx status within ten seconds." flush>
            <DeliveryAttempts attempts={attempts} />
          </Card>
          {attempts[0] ? (
            <SignatureCheck projectId={projectId} messageId={messageId} attempt={attempts[0]} body={body} />
          ) : null}
          <CodeBlock
            title="Body"
            code={indentedJson(body)}
            copied={{ value: body, label: 'Copy the body as signed' }}
          />
        </>
      )}
    </QueryPage>
  )
}

function sourceItems(projectId: string, { source, sourceId }: MessageView, body: string) {
  const link = toSourceLink({ projectId, source, sourceId, body })
  return link ? [{ label: link.label, value: <IdLink href={link.href} id={link.id} /> }] : []
}

function endpointItems(projectId: string, { endpointId }: MessageView) {
  if (endpointId === null) return []
  const href = paths.webhookEndpoint(projectId, endpointId)
  return [{ label: 'Webhook endpoint', value: <IdLink href={href} id={endpointId} /> }]
}

function isUnderWay(message: MessageView | undefined): boolean {
  return message !== undefined && (message.status === 'pending' || message.resendRequestedAt !== null)
}
