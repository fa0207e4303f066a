'use client'

import { useQuery } from '@tanstack/react-query'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { Time } from '@/components/ui/time'
import type { RepeatedView } from '@/schemas/recovery/contract'
import type { RepeatedDecision } from '@/schemas/recovery/words'
import { exactAmount } from '@/server/money/display-amount'
import { DECISIONS } from './decisions'

const REFRESH_MS = 10_000
const ORDER = ['sent', 'send', 'cancel'] as const satisfies readonly RepeatedDecision[]
const decideForm = lazyPart(() => import('./decide-repeated-form'))

/**
 * Transactions that may be on their chains already, each as the database and as its chain has it. Nothing if there
 * is none.
 */
export function RepeatedTransactions() {
  const trpc = useTRPC()
  const query = useQuery(trpc.recovery.listRepeated.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return (
    <QueryContent query={query} loading={null}>
      {(held) => held.map((repeated) => <Repeated key={repeated.transactionId} repeated={repeated} />)}
    </QueryContent>
  )
}

function Repeated({ repeated }: { repeated: RepeatedView }) {
  const { businessName, chainName, fromAddress, database, chain, transactionId } = repeated
  return (
    <Card
      title={`May have been sent before: ${businessName}, ${chainName}`}
      description="A wallet sent the same before the backup was restored, and its record is lost. Ask the business whether it repeated its request."
    >
      <div className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
        <section>
          <h3 className="font-medium">In the database</h3>
          <KeyValueList
            items={[
              { label: 'Transaction', value: <Address value={transactionId} kind="id" /> },
              { label: 'Accepted', value: <Time value={database.createdAt} /> },
              { label: 'To', value: <Address value={database.toAddress} /> },
              { label: 'Amount', value: exactAmount(database.amount) },
              {
                label: 'Token',
                value: database.tokenAddress ? <Address value={database.tokenAddress} /> : 'The coin of the chain',
              },
              { label: 'Idempotency-Key', value: database.idempotencyKey },
            ]}
          />
        </section>
        <section>
          <h3 className="font-medium">On the chain</h3>
          <KeyValueList
            items={[
              { label: 'Transaction', value: <Address value={chain.hash} kind="transaction hash" /> },
              { label: 'Sent before', value: <Time value={chain.recoveredAt} /> },
              { label: 'From', value: <Address value={fromAddress} /> },
              { label: 'To', value: chain.toAddress ? <Address value={chain.toAddress} /> : 'A new contract' },
              { label: 'Nonce', value: String(chain.nonce) },
            ]}
          />
        </section>
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {ORDER.map((decision) => (
          <Decide key={decision} repeated={repeated} decision={decision} />
        ))}
      </div>
    </Card>
  )
}

function Decide({ repeated, decision }: { repeated: RepeatedView; decision: RepeatedDecision }) {
  const shortfall = usePlatformShortfall()
  const { label } = DECISIONS[decision]
  return (
    <LazyDialog
      part={decideForm}
      trigger={
        <Button
          size="sm"
          variant={decision === 'cancel' ? 'danger' : 'secondary'}
          disabledReason={shortfall}
          aria-label={`${label}: ${repeated.transactionId}`}
        >
          {label}
        </Button>
      }
    >
      {({ DecideRepeatedForm }, dialog) => <DecideRepeatedForm repeated={repeated} decision={decision} {...dialog} />}
    </LazyDialog>
  )
}
