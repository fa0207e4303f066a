'use client'

import { useQuery } from '@tanstack/react-query'
import { Chart } from '@/components/charts/chart'
import { stepName } from '@/components/charts/chart-data'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { groupDigits } from '@/server/money/display-amount'

const REFRESH_MS = 30_000
const TITLE = 'Attempts of the last 14 days'

type DeliveryDaysProps = { projectId: string; subscriptionId: string }

/** The outcomes of a subscription's deliveries, by day. */
export function DeliveryDays({ projectId, subscriptionId }: DeliveryDaysProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.indexer.listDeliveryDays.queryOptions({ projectId, subscriptionId }, { refetchInterval: REFRESH_MS }),
  )
  return (
    <Card title={TITLE} description="Per UTC day. Deliveries and retries count as one attempt each.">
      <QueryContent query={query} loading={<Skeleton className="h-44" />}>
        {(days) => (
          <Chart
            label={TITLE}
            summary={`${count(sum(days.map(({ delivered }) => delivered)))} delivered, ${count(sum(days.map(({ failed }) => failed)))} failed.`}
            kind="bars"
            format={count}
            empty="No attempts in this time."
            data={{
              steps: days.map(({ date }) => stepName(date, 'day')),
              series: [
                { id: 'delivered', name: 'delivered', tone: 'good', values: days.map(({ delivered }) => delivered) },
                { id: 'failed', name: 'failed', tone: 'bad', values: days.map(({ failed }) => failed) },
              ],
            }}
          />
        )}
      </QueryContent>
    </Card>
  )
}

const count = (value: number) => groupDigits(String(value))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
