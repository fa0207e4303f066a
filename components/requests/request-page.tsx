'use client'

import { useQuery } from '@tanstack/react-query'
import { docsPaths } from '@/components/docs-paths'
import { AppLink } from '@/components/layout/app-link'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { indentedJson } from '@/components/ui/indented-json'
import { KeyValueList } from '@/components/ui/key-value-list'
import { ShortId } from '@/components/ui/short-id'
import { Time } from '@/components/ui/time'
import type { RequestDetail } from '@/schemas/requests/contract'
import { readRefusal } from './read-refusal'
import { RefusalAlert } from './refusal-alert'
import { refusalRemedy } from './refusal-remedy'
import { StatusBadge } from './status-badge'
import { toCurl } from './to-curl'

type RequestPageProps = { projectId: string; requestId: string }

/** One call to the API: its caller, its request, its response and its effects. */
export function RequestPage({ projectId, requestId }: RequestPageProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.requests.get.queryOptions({ projectId, requestId }))
  return (
    <QueryPage
      query={query}
      title="Request"
      breadcrumbs={[{ label: 'Request log', href: paths.requests(projectId) }]}
      head={({ request }) => ({
        title: (
          <span className="break-all font-mono text-[0.8em]">
            {request.method} {request.path}
            {request.search}
          </span>
        ),
        badge: <StatusBadge status={request.status} />,
      })}
    >
      {(data) => <CallSummary projectId={projectId} data={data} />}
    </QueryPage>
  )
}

function CallSummary({ projectId, data }: { projectId: string; data: RequestDetail }) {
  const { request, requestBody, responseBody, key, transactionId } = data
  return (
    <>
      <Refusal projectId={projectId} data={data} />
      <Card title="Call">
        <KeyValueList
          items={[
            { label: 'When', value: <Time value={request.createdAt} /> },
            { label: 'Duration', value: `${request.durationMs.toLocaleString('en-US')} ms` },
            {
              label: 'Key',
              value: (
                <TextLink
                  href={`${paths.requests(projectId)}?keyId=${request.keyId}`}
                  className="font-mono text-[0.8125rem]"
                >
                  {key}
                </TextLink>
              ),
              hidden: key === null,
            },
            {
              label: 'Idempotency key',
              value: <Address value={request.idempotencyKey ?? ''} kind="idempotency key" full />,
              hidden: request.idempotencyKey === null,
            },
            {
              label: 'Transaction',
              value: (
                <AppLink
                  href={paths.transaction(projectId, transactionId ?? '')}
                  className="text-accent-foreground underline underline-offset-4"
                >
                  <ShortId value={transactionId ?? ''} />
                </AppLink>
              ),
              hidden: transactionId === null,
            },
            { label: 'From', value: request.clientIp ?? 'Unknown' },
            { label: 'Client', value: <span className="break-all">{request.userAgent ?? 'Unknown'}</span> },
            { label: 'Request id', value: <Address value={request.id} kind="request id" full /> },
          ]}
        />
      </Card>
      {requestBody ? <CodeBlock title="Request body, without secrets" code={indentedJson(requestBody)} /> : null}
      {responseBody ? <CodeBlock title="Response" code={indentedJson(responseBody)} /> : null}
      <CodeBlock title="This call with curl" code={toCurl(data)} />
    </>
  )
}

function Refusal({ projectId, data }: { projectId: string; data: RequestDetail }) {
  const { request, responseBody, requestBody, transactionId, refusal: cause } = data
  const { message, status, path } = request
  if (!message || status < 400) return null
  const refusal = readRefusal(responseBody)
  const remedy = cause && refusalRemedy({ projectId, code: cause.code, path, transactionId, requestBody })
  const more = cause && { label: 'Read about this code', href: docsPaths.docsErrors(cause.code) }
  return (
    <RefusalAlert
      status={status}
      refusal={{ ...refusal, message: refusal.message ?? message }}
      explanation={cause ? { ...cause, actions: [remedy, more].filter((action) => action !== null) } : undefined}
    />
  )
}
