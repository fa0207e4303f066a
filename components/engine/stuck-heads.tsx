'use client'

import { useQuery } from '@tanstack/react-query'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Time } from '@/components/ui/time'
import type { StuckHead } from '@/schemas/lanes/contract'
import { OperatorRequests } from './operator-requests'

const REFRESH_MS = 5_000

/** The lowest nonces that no block includes: the transactions behind them wait. */
export function StuckHeads() {
  const trpc = useTRPC()
  const query = useQuery(trpc.lanes.listStuck.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return (
    <Card
      title="Stuck transactions"
      description="The lowest unmined nonce of each lane that has waited longer than its chain allows."
      flush
    >
      <QueryList query={query} empty={<p className="px-5 py-4 text-muted-foreground">No stuck transactions.</p>}>
        {(heads) => (
          <ol className="divide-y">
            {heads.map((head) => (
              <Head key={head.transactionId} head={head} />
            ))}
          </ol>
        )}
      </QueryList>
    </Card>
  )
}

function Head({ head }: { head: StuckHead }) {
  const { transactionId, nonce, behind, attempts } = head
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 space-y-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TextLink href={paths.operatorTransaction(transactionId)} className="font-medium">
            Nonce {nonce}
          </TextLink>
          <span>{head.chainName}</span>
          <Address value={head.address} />
          <span className="text-muted-foreground">{head.businessName}</span>
          {head.isCancelRequested ? <Badge tone="warning">Cancel requested</Badge> : null}
        </p>
        <p className="tabular text-[0.8125rem] text-muted-foreground">
          Sent <Time value={head.sentAt} /> · {attempts} {attempts === 1 ? 'attempt' : 'attempts'} · {behind} behind it
        </p>
        {head.lastAnswer ? <p className="break-words text-[0.8125rem]">{head.lastAnswer}</p> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <OperatorRequests
          size="sm"
          nonce={nonce}
          transaction={{ id: transactionId, status: 'PENDING', stage: 'broadcast', chainType: 'EVM' }}
        />
      </div>
    </li>
  )
}
