'use client'

import { useQuery } from '@tanstack/react-query'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { Sparkline } from '@/components/ui/sparkline'
import { formatDay } from '@/server/text/format-day'

const REFRESH_MS = 30_000
const WORDS = { good: 'delivered', bad: 'failed' }

type DeliveryDaysProps = { projectId: string; subscriptionId: string }

/** How attempts to deliver a subscription's events went, day by day. */
export function DeliveryDays({ projectId, subscriptionId }: DeliveryDaysProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.indexer.listDeliveryDays.queryOptions({ projectId, subscriptionId }, { refetchInterval: REFRESH_MS }),
  )
  return (
    <Card
      title="Attempts of the last 14 days"
      description="Per UTC day. Deliveries and retries count as one attempt each."
    >
      <QueryContent query={query} loading={<Skeleton className="h-22" />}>
        {(days) => (
          <Sparkline
            label="Attempts of the last 14 days"
            bars={days.map(({ date, delivered, failed }) => ({ name: formatDay(date), good: delivered, bad: failed }))}
            words={WORDS}
          />
        )}
      </QueryContent>
    </Card>
  )
}
