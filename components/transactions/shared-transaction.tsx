'use client'

import { useQuery } from '@tanstack/react-query'
import { refusalText } from '@/components/form/refusal-text'
import { useLinkToken } from '@/components/people/use-link-token'
import { useTRPCClient } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Alert } from '@/components/ui/alert'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Skeleton } from '@/components/ui/skeleton'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { SharedTransaction as Shared } from '@/schemas/transactions/life/contract'
import { TimeAxis } from './time-axis'
import { TRANSACTION_DISPLAYS, TYPE_NAMES } from './transaction-displays'

/** The transaction of a read-only link, for people without an account. */
export function SharedTransaction() {
  const client = useTRPCClient()
  const token = useLinkToken()
  const query = useQuery({
    queryKey: ['shared-transaction', token],
    queryFn: () => client.transactions.readShared.mutate({ token: token ?? '' }),
    enabled: token !== null && token !== '',
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (token === '' || query.error) {
    return (
      <Alert tone="danger">
        {refusalText(query.error) ?? 'This link is incomplete. Ask the person who shared it for a new one.'}
      </Alert>
    )
  }
  if (!query.data) return <Skeleton className="h-64" />
  return <SharedFacts shared={query.data} />
}

function SharedFacts({ shared }: { shared: Shared }) {
  const { transaction, chainName, symbol, blockNumber, moments, expiresAt } = shared
  const { txHash, explorerTxUrl } = transaction
  return (
    <div className="space-y-6">
      <p className="text-muted-foreground">
        Read-only. This link expires <Time value={expiresAt} />.
      </p>
      {transaction.error ? (
        <Alert tone="danger" title="The transaction failed">
          {transaction.error}
        </Alert>
      ) : null}
      <Card title={TYPE_NAMES[transaction.type]}>
        <KeyValueList
          items={[
            { label: 'Status', value: <StateBadge state={transaction.status} displays={TRANSACTION_DISPLAYS} /> },
            {
              label: 'Amount',
              value: <Amount value={transaction.amount} unit={symbol ?? 'tokens'} exact className="font-semibold" />,
            },
            { label: 'From', value: <Address value={transaction.fromAddress} full /> },
            { label: 'To', value: <Address value={transaction.toAddress} full /> },
            { label: 'Chain', value: `${chainName} (${transaction.chainId})` },
            {
              label: 'Hash',
              value: txHash ? <Address value={txHash} kind="transaction hash" explorerUrl={explorerTxUrl} /> : 'None',
            },
            { label: 'Block', value: blockNumber ?? 'None' },
            { label: 'ID', value: <Address value={transaction.id} kind="id" full /> },
          ]}
        />
      </Card>
      <Card title="Step timing" description="Milliseconds since the first step. Bars use a logarithmic scale." flush>
        <TimeAxis moments={moments} />
      </Card>
    </div>
  )
}
