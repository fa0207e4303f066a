'use client'

import { useQuery } from '@tanstack/react-query'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { ShortId } from '@/components/ui/short-id'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { OperationView } from '@/server/tokens/operations/contract'
import { OperationLines } from './operation-lines'
import { KIND_NAMES, OPERATION_LOOKS } from './token-looks'

const REFRESH_MS = 2_000

type OperationPageProps = { projectId: string; tokenId: string; operationRef: string }

/** One thing that was asked of a token: what was sent for it, and the outcome of each line. */
export function OperationPage({ projectId, tokenId, operationRef }: OperationPageProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.tokens.getOperation.queryOptions(
      { projectId, tokenId, operationRef },
      { refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? REFRESH_MS : false) },
    ),
  )
  return (
    <QueryPage
      query={query}
      title="Token operation"
      breadcrumbs={[
        { label: 'Tokens', href: paths.tokens(projectId) },
        { label: 'Operations', href: paths.tokenOperations(projectId, tokenId) },
      ]}
      head={({ kind, status }) => ({
        title: KIND_NAMES[kind],
        badge: <StateBadge state={status} looks={OPERATION_LOOKS} />,
      })}
    >
      {(operation) => (
        <>
          {operation.error ? <Alert tone="danger">{operation.error}</Alert> : null}
          <Card title="Operation">
            <KeyValueList
              items={[
                { label: 'Reference', value: <Address value={operation.operationRef} kind="id" full /> },
                { label: 'Transactions', value: <Transactions projectId={projectId} operation={operation} /> },
                { label: 'First hash', value: <FirstHash operation={operation} /> },
                { label: 'Error code', value: <code>{operation.code}</code>, hidden: operation.code === null },
                { label: 'Asked', value: <Time value={operation.createdAt} format="utc" /> },
                { label: 'Last change', value: <Time value={operation.updatedAt} format="utc" /> },
              ]}
            />
          </Card>
          {operation.items?.length ? (
            <Card title="Lines" description="Each line has its own outcome." flush>
              <OperationLines items={operation.items} />
            </Card>
          ) : null}
        </>
      )}
    </QueryPage>
  )
}

type Of = { operation: OperationView }

function Transactions({ projectId, operation: { transactionIds } }: Of & { projectId: string }) {
  if (transactionIds.length === 0) return 'None'
  return transactionIds.map((id) => (
    <TextLink key={id} href={paths.transaction(projectId, id)} className="font-mono">
      <ShortId value={id} />
    </TextLink>
  ))
}

function FirstHash({ operation: { txHash, status } }: Of) {
  if (txHash === null) return status === 'PENDING' ? 'Not yet' : 'None'
  return <Address value={txHash} kind="transaction hash" />
}
