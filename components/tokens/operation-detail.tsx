'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { amountColumn, stateColumn } from '@/components/table/columns'
import { DataTable } from '@/components/table/data-table'
import { IdLink } from '@/components/table/id-link'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Alert } from '@/components/ui/alert'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { OperationView } from '@/schemas/tokens/operations/contract'
import { KIND_NAMES, OPERATION_DISPLAYS } from './token-displays'

const REFRESH_MS = { waiting: 2_000, ended: 30_000 } as const

type Item = NonNullable<OperationView['items']>[number]

const COLUMNS: readonly TableColumn<Item>[] = [
  { id: 'line', header: 'Line', cell: ({ line }) => line + 1 },
  {
    id: 'address',
    header: 'Wallet',
    cell: ({ address, amount, code }) => (
      <span className="block py-1">
        <Address value={address} />
        {amount === null ? null : (
          <span className="tabular block list-sm:hidden">
            <Amount value={amount} unit={null} />
          </span>
        )}
        {code ? <code className="block text-[0.8125rem] text-muted-foreground list-md:hidden">{code}</code> : null}
      </span>
    ),
  },
  amountColumn(({ amount }) => (amount === null ? null : { amount, unit: null }), {
    header: 'Tokens',
    hideBelow: 'sm',
  }),
  stateColumn((row) => row.status, OPERATION_DISPLAYS),
  { id: 'code', header: 'Reason', hideBelow: 'md', cell: ({ code }) => (code ? <code>{code}</code> : '—') },
]

type OperationDetailProps = { projectId: string; tokenId: string; operationRef: string }

/** One operation of a token: its transactions, and the outcome of each line. */
export function OperationDetail({ projectId, tokenId, operationRef }: OperationDetailProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.tokens.getOperation.queryOptions(
      { projectId, tokenId, operationRef },
      { refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? REFRESH_MS.waiting : REFRESH_MS.ended) },
    ),
  )
  const { data: token } = useQuery(trpc.tokens.get.queryOptions({ projectId, tokenId }))
  return (
    <QueryPage
      query={query}
      title="Operation"
      breadcrumbs={[
        { label: 'Tokens', href: paths.tokens(projectId) },
        { label: token?.ticker ?? 'Token', href: paths.token(projectId, tokenId) },
      ]}
      head={(operation) => ({
        title: KIND_NAMES[operation.kind],
        badge: <StateBadge state={operation.status} displays={OPERATION_DISPLAYS} />,
      })}
    >
      {(operation) => (
        <>
          {operation.error ? <Alert tone="danger">{operation.error}</Alert> : null}
          <Card title="Operation">
            <KeyValueList
              items={[
                { label: 'Reference', value: <Address value={operation.operationRef} kind="reference" full /> },
                {
                  label: 'Transactions',
                  value: operation.transactionIds.map((id) => (
                    <IdLink key={id} href={paths.transaction(projectId, id)} id={id} />
                  )),
                  hidden: operation.transactionIds.length === 0,
                },
                {
                  label: 'First hash',
                  value: operation.txHash ? <Address value={operation.txHash} kind="transaction hash" /> : null,
                  hidden: operation.txHash === null,
                },
                { label: 'Code', value: <code>{operation.code}</code>, hidden: operation.code === null },
                { label: 'Requested', value: <Time value={operation.createdAt} /> },
                { label: 'Updated', value: <Time value={operation.updatedAt} /> },
              ]}
            />
          </Card>
          {operation.items ? (
            <Card title="Lines" flush>
              <DataTable
                label="Lines"
                instead={null}
                notice={null}
                flush
                columns={COLUMNS}
                rows={operation.items}
                rowKey={({ line }) => String(line)}
              />
            </Card>
          ) : null}
        </>
      )}
    </QueryPage>
  )
}
