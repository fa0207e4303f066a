'use client'

import { useQuery } from '@tanstack/react-query'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Time } from '@/components/ui/time'
import type { ProductUsage } from '@/schemas/usage/contract'
import { meteredLabel } from '@/schemas/usage/words'
import { UseMeter } from './use-meter'

const REFRESH_MS = 15_000

/** The project's usage of this month, with the quotas of its plans. */
export function UsageCard({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.usage.get.queryOptions({ projectId }, { refetchInterval: REFRESH_MS }))
  return (
    <Card title="Usage this month" description="Each plan counts from the day of the month on which it started." flush>
      <QueryList
        query={query}
        empty={<EmptyState title="No usage yet">Choose a plan below to see its usage here.</EmptyState>}
      >
        {(products) => (
          <ul className="divide-y">
            {products.map((product) => (
              <ProductUse key={product.productId} product={product} />
            ))}
          </ul>
        )}
      </QueryList>
    </Card>
  )
}

function ProductUse({ product }: { product: ProductUsage }) {
  const { productName, planName, resetsAt, uses } = product
  const spent = uses.filter(({ used, limit }) => limit !== null && used >= limit)
  return (
    <li className="space-y-4 px-5 py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="font-medium">
          {productName} <span className="font-normal text-muted-foreground">{planName}</span>
        </span>
        <span className="text-[0.8125rem] text-muted-foreground">
          Resets on <Time value={resetsAt} format="day" />
        </span>
      </p>
      {spent.length > 0 ? (
        <Alert tone="warning" title={`Used up: ${spent.map(({ name }) => meteredLabel(name)).join(', ')}`}>
          Further calls return 402 until <Time value={resetsAt} format="utc" className="whitespace-normal" />. You can
          switch to a larger plan now.
        </Alert>
      ) : null}
      <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {uses.map((use) => (
          <li key={use.name}>
            <UseMeter use={use} />
          </li>
        ))}
      </ul>
    </li>
  )
}
